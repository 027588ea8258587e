import { isObject, type JsonObject } from "../json.js";
import { type Message, getSessionId } from "../jsonRpc.js";
import { type Check, quote } from "./check.js";

/**
 * Checks that the agent only uses sessions that exist: `unknown_session` and `early_session`. A
 * session exists once a response, a client request or a `subagent_update` has mentioned it. Skipped
 * for incomplete traces, where that may have happened before the first frame.
 */
export function createSessionCheck(): Check {
  const known = new Set<string>();
  /** The first frame that uses a session that is not known yet, by session id. */
  const unknown = new Map<string, number>();

  return {
    onMessage: (message, { isComplete, report }) => {
      if (!isComplete) return;
      for (const sessionId of findIntroducedSessions(message)) {
        known.add(sessionId);
        const frame = unknown.get(sessionId);
        unknown.delete(sessionId);
        if (frame !== undefined)
          report(
            "early_session",
            `The agent uses the session ${quote(sessionId)} before its id becomes known in frame ${message.frame}.`,
            { frame, dir: "recv", relatedFrames: [message.frame] },
          );
      }
      const sessionId = message.dir === "recv" ? findUsedSession(message) : undefined;
      if (sessionId !== undefined && !known.has(sessionId) && !unknown.has(sessionId))
        unknown.set(sessionId, message.frame);
    },
    onEnd: ({ report }) => {
      for (const [sessionId, frame] of unknown)
        report(
          "unknown_session",
          `The agent uses the session ${quote(sessionId)}, which no response, client message or subagent update mentions.`,
          { frame, dir: "recv" },
        );
    },
  };
}

function findUsedSession(message: Message): string | undefined {
  if (message.kind === "response" || message.method.startsWith("_")) return undefined;
  return getSessionId(message.params);
}

function findIntroducedSessions(message: Message): string[] {
  if (message.kind === "response") return findSessionsInResult(message.result);
  if (message.dir === "sent") return listSessionIds(message.params);
  const { update } = message.params;
  return isObject(update) && update["sessionUpdate"] === "subagent_update"
    ? listSessionIds(update)
    : [];
}

function findSessionsInResult(result: JsonObject): string[] {
  const listed = Array.isArray(result["sessions"]) ? result["sessions"] : [];
  return [result, ...listed].flatMap(listSessionIds);
}

function listSessionIds(value: unknown): string[] {
  const sessionId = getSessionId(value);
  return sessionId === undefined ? [] : [sessionId];
}
