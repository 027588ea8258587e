import type { Diagnostic } from "../diagnostics.js";
import type { Kernel } from "./kernel.js";

/** Whether the store has the session, and the user has not closed it. */
export function isOpen(kernel: Kernel, sessionId: string | undefined): boolean {
  const session = sessionId === undefined ? undefined : kernel.session(sessionId);
  return session !== undefined && session.fields.closed === undefined;
}

/** Why a session takes nothing in, if it was closed. `base`: where the message stands. */
export function closedSession(
  kernel: Kernel,
  sessionId: string | undefined,
  base: Diagnostic["path"],
): Diagnostic | undefined {
  if (sessionId === undefined || !kernel.session(sessionId)?.fields.closed) return undefined;
  return {
    code: "session_closed",
    path: [...base, "sessionId"],
    message: `Session "${sessionId}" was closed, so this was rejected. Open the session again first.`,
    value: sessionId,
  };
}
