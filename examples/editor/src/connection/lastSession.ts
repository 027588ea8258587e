/** The session that this tab showed before it was reloaded. */
export interface LastSession {
  readonly sessionId: string;
  /** Whether the agent was working, so that its turn is lost if the agent has ended. */
  readonly isBusy: boolean;
}

/** Every tab has its own value, and a reload keeps it. A duplicated tab gets a copy. */
const STORAGE_KEY = "acp-editor-session";

/** Returns the stored session, or `undefined` if there is none. */
export function readLastSession(): LastSession | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof value !== "object" || value === null || !("sessionId" in value)) return undefined;
    if (typeof value.sessionId !== "string") return undefined;
    return { sessionId: value.sessionId, isBusy: "isBusy" in value && value.isBusy === true };
  } catch {
    return undefined;
  }
}

/** Stores the session. `undefined` removes it. */
export function storeLastSession(session: LastSession | undefined): void {
  try {
    if (session === undefined) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  } catch {
    // Without storage, a reload opens a new session.
  }
}
