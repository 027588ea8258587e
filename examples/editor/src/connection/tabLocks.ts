/** The time to wait for another tab. A page that is being reloaded still holds its locks briefly. */
const LOCK_TIMEOUT_MS = 500;

/** The locks that this page holds, each with the function that releases it. */
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
  if (!(await holdLock(lockOf(sessionId)))) throw new OpenElsewhereError();
}

/** Like `reserveSession`, but resolves with whether the session is reserved, without waiting. */
export function tryReserveSession(sessionId: string): Promise<boolean> {
  return holdLock(lockOf(sessionId), { ifAvailable: true });
}

/** Lets another tab open the session. */
export function releaseSession(sessionId: string): void {
  const lock = lockOf(sessionId);
  releases.get(lock)?.();
  releases.delete(lock);
}

const lockOf = (sessionId: string): string => `acp-editor-session:${sessionId}`;

/**
 * Resolves with whether this tab holds the lock, which no other tab of this browser can hold. By
 * default, waits a short time for a page that is being reloaded.
 */
export async function holdLock(
  name: string,
  options: LockOptions = { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) },
): Promise<boolean> {
  if (releases.has(name)) return true;
  return new Promise((resolve) => {
    const hold = async (lock: Lock | null): Promise<void> => {
      if (lock === null) return resolve(false);
      await new Promise<void>((release) => {
        releases.set(name, release);
        resolve(true);
      });
    };
    navigator.locks.request(name, options, hold).catch(() => resolve(false));
  });
}
