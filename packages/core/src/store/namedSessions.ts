import type { Committer } from "../commit/createCommitter.js";
import type { Diagnostic, IngestResult } from "../diagnostics.js";
import type { AcpEvent } from "../events/event.js";
import { rejectIfClosed } from "./rejectIfClosed.js";

/**
 * Rejects a message of the agent for a session that was closed, or that nobody has opened while there
 * are too many of those: reports a diagnostic and returns the result. Returns `undefined` for any
 * other session. `base` is the position of the object that has the `sessionId`.
 */
export type RejectFromAgent = (
  sessionId: string | undefined,
  base: Diagnostic["path"],
  at?: number,
) => IngestResult | undefined;

/** The sessions that exist only because the agent has named them. */
export interface NamedSessions {
  readonly rejectFromAgent: RejectFromAgent;
  has(sessionId: string): boolean;
}

/** The events with which the application opens a session, restores it or starts to use it. */
const OPENING_EVENTS: ReadonlySet<AcpEvent["type"]> = new Set([
  "session_opened",
  "session_restored",
  "replay_started",
  "turn_started",
  "prompt_steered",
  "prompt_queued",
  "setting_requested",
]);

/** The events after which a session no longer counts. */
const ENDING_EVENTS: ReadonlySet<AcpEvent["type"]> = new Set(["session_closed", "session_deleted"]);

/**
 * Counts the sessions that exist only because the agent has named them, which includes subagents until
 * their parent is closed. An index beside the state: the sessions of an initial state count as opened.
 */
export function createNamedSessions(committer: Committer, limit: number): NamedSessions {
  const { tree } = committer;
  const named = new Set<string>();

  committer.onCommit((changes, event) => {
    if (named.size > 0) stopCounting(event);
    for (const change of changes)
      if (change.kind === "session_added" && !OPENING_EVENTS.has(event.type))
        named.add(change.sessionId);
  });

  function stopCounting(event: AcpEvent): void {
    const { sessionId }: { readonly type: string; readonly sessionId?: string } = event;
    if (sessionId === undefined) return;
    if (OPENING_EVENTS.has(event.type)) named.delete(sessionId);
    if (!ENDING_EVENTS.has(event.type)) return;
    named.delete(sessionId);
    for (const id of named)
      if (tree.find(id)?.fields.parentSessionId === sessionId) named.delete(id);
  }

  const rejectFromAgent: RejectFromAgent = (sessionId, base, at) => {
    if (sessionId === undefined) return undefined;
    const rejected = rejectIfClosed(committer, sessionId, base, at);
    if (rejected !== undefined || named.size < limit || tree.find(sessionId) !== undefined)
      return rejected;
    const diagnostic: Diagnostic = {
      code: "too_many_sessions",
      path: [...base, "sessionId"],
      message: `Expected a session that was opened, because there are ${limit} others already, which is limits.namedSessions. This was rejected.`,
      value: sessionId,
    };
    committer.report([diagnostic], at);
    return { accepted: false, diagnostics: [diagnostic] };
  };

  return { rejectFromAgent, has: (sessionId) => named.has(sessionId) };
}
