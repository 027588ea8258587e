/** Every tab has its own value, and a reload keeps it. A duplicated tab gets a copy. */
const STORAGE_KEY = "acp-editor-session";

/** Returns the session that this tab showed before it was reloaded, or `undefined` if there is none. */
export function readLastSession(): string | undefined {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores the session. `undefined` removes it. */
export function storeLastSession(sessionId: string | undefined): void {
  try {
    if (sessionId === undefined) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, sessionId);
  } catch {
    // Without storage, a reload shows the session that was used last.
  }
}
