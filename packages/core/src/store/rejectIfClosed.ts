import type { Committer } from "../commit/createCommitter.js";
import type { Diagnostic, IngestResult } from "../diagnostics.js";

/**
 * Rejects input for a session that the user closed: reports a diagnostic and returns the result.
 * Returns `undefined` for any other session. `base` is the position of the object that has the
 * `sessionId`.
 */
export function rejectIfClosed(
  committer: Committer,
  sessionId: string | undefined,
  base: Diagnostic["path"],
  at?: number,
): IngestResult | undefined {
  if (!committer.tree.find(sessionId)?.fields.closed) return undefined;
  const diagnostic: Diagnostic = {
    code: "session_closed",
    path: [...base, "sessionId"],
    message: `Session "${sessionId}" was closed, so this was rejected. Open the session again first.`,
    value: sessionId,
  };
  committer.report([diagnostic], at);
  return { accepted: false, diagnostics: [diagnostic] };
}
