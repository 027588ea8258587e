import { isObject, type JsonObject } from "../json.js";
import { type Check, type Find, quoted } from "./check.js";
import { type Message, sessionIdIn } from "./message.js";

/** Whether the sessions that the agent speaks of are known by then, or ever. */
export function createSessionCheck(): { check: Check; reportUnknown(find: Find): void } {
  const known = new Set<string>();
  /** The first frame about a session that nobody has named yet. */
  const early = new Map<string, number>();

  const check: Check = (message, { find }) => {
    for (const sessionId of namedBy(message)) {
      known.add(sessionId);
      const frame = early.get(sessionId);
      early.delete(sessionId);
      if (frame !== undefined)
        find(
          "early_session",
          `The session ${quoted(sessionId)} is used before it is named in frame ${message.frame}.`,
          { frame, dir: "recv", others: [message.frame] },
        );
    }
    const sessionId = message.dir === "recv" ? usedBy(message) : undefined;
    if (sessionId !== undefined && !known.has(sessionId) && !early.has(sessionId))
      early.set(sessionId, message.frame);
  };

  function reportUnknown(find: Find): void {
    for (const [sessionId, frame] of early)
      find("unknown_session", `Nothing names the session ${quoted(sessionId)}.`, {
        frame,
        dir: "recv",
      });
  }

  return { check, reportUnknown };
}

function usedBy(message: Message): string | undefined {
  if (message.kind === "answer" || message.method.startsWith("_")) return undefined;
  return sessionIdIn(message.params);
}

/** The sessions that a message makes known: the client uses them, an answer or their parent has them. */
function namedBy(message: Message): string[] {
  if (message.kind === "answer") return inAnswer(message.result);
  if (message.dir === "sent") return sessionsIn(message.params);
  const { update } = message.params;
  return isObject(update) && update["sessionUpdate"] === "subagent_update"
    ? sessionsIn(update)
    : [];
}

function inAnswer(result: JsonObject): string[] {
  const listed = Array.isArray(result["sessions"]) ? result["sessions"].filter(isObject) : [];
  return [result, ...listed].flatMap(sessionsIn);
}

function sessionsIn(value: JsonObject): string[] {
  const sessionId = sessionIdIn(value);
  return sessionId === undefined ? [] : [sessionId];
}
