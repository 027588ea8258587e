import { isObject, type JsonObject } from "../json.js";
import { type Message, sessionIdOf } from "../jsonRpc.js";
import { type Check, quoted } from "./check.js";

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
      for (const sessionId of sessionsIntroducedBy(message)) {
        known.add(sessionId);
        const frame = unknown.get(sessionId);
        unknown.delete(sessionId);
        if (frame !== undefined)
          report(
            "early_session",
            `The agent uses the session ${quoted(sessionId)} before its id is known, in frame ${message.frame}.`,
            { frame, dir: "recv", others: [message.frame] },
          );
      }
      const sessionId = message.dir === "recv" ? sessionUsedBy(message) : undefined;
      if (sessionId !== undefined && !known.has(sessionId) && !unknown.has(sessionId))
        unknown.set(sessionId, message.frame);
    },
    onEnd: ({ report }) => {
      for (const [sessionId, frame] of unknown)
        report(
          "unknown_session",
          `The agent uses the session ${quoted(sessionId)}, which was never created or loaded.`,
          { frame, dir: "recv" },
        );
    },
  };
}

function sessionUsedBy(message: Message): string | undefined {
  if (message.kind === "response" || message.method.startsWith("_")) return undefined;
  return sessionIdOf(message.params);
}

function sessionsIntroducedBy(message: Message): string[] {
  if (message.kind === "response") return sessionsInResult(message.result);
  if (message.dir === "sent") return sessionIdsOf(message.params);
  const { update } = message.params;
  return isObject(update) && update["sessionUpdate"] === "subagent_update"
    ? sessionIdsOf(update)
    : [];
}

function sessionsInResult(result: JsonObject): string[] {
  const listed = Array.isArray(result["sessions"]) ? result["sessions"] : [];
  return [result, ...listed].flatMap(sessionIdsOf);
}

function sessionIdsOf(value: unknown): string[] {
  const sessionId = sessionIdOf(value);
  return sessionId === undefined ? [] : [sessionId];
}
