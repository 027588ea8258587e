/** The time to wait for another tab. A page that is being reloaded still holds its locks briefly. */
const LOCK_TIMEOUT_MS = 500;

/** The sessions that this page shows, each with the function that releases its lock. */
const releases = new Map<string, () => void>();

/** The error of a session that another tab shows. */
export class OpenElsewhereError extends Error {
  override readonly name = "OpenElsewhereError";
}

/**
 * Reserves a session for this tab until `releaseSession`. Two tabs would run one agent each, and
 * both would write to the same session.
 *
 * @throws {OpenElsewhereError} if another tab of this browser shows the session.
 */
export async function reserveSession(sessionId: string): Promise<void> {
  if (releases.has(sessionId)) return;
  await new Promise<void>((resolve, reject) => {
    const hold = (): Promise<void> =>
      new Promise((release) => {
        releases.set(sessionId, release);
        resolve();
      });
    const options = { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) };
    navigator.locks
      .request(`acp-editor-session:${sessionId}`, options, hold)
      .catch(() => reject(new OpenElsewhereError()));
  });
}

/** Lets another tab open the session. */
export function releaseSession(sessionId: string): void {
  releases.get(sessionId)?.();
  releases.delete(sessionId);
}
