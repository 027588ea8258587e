import type { AcpStore, AcpView } from "@acp-store/core";

/** The functions that restore the content of saved sessions, by the store that lists them. */
const restorers = new WeakMap<AcpView, (sessionId: string) => Promise<unknown>>();

/** Registers how the saved sessions of a store get their content. */
export function setContentRestorer(
  store: AcpStore,
  restore: (sessionId: string) => Promise<unknown>,
): void {
  restorers.set(store, restore);
}

/** Restores the content of a session if it is only saved. Does nothing for other sessions. */
export async function restoreContent(view: AcpView, sessionId: string): Promise<void> {
  if (isOnlySaved(view, sessionId)) await restorers.get(view)?.(sessionId);
}

/** Returns whether a session is listed and its content is still in the storage of its owner. */
export function isOnlySaved(view: AcpView, sessionId: string): boolean {
  return view.getState().catalog.get(sessionId)?.saved === true;
}
