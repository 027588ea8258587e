import type { AcpStore } from "@acp-store/core";
import { describeEvent } from "../describeEvent.js";
import { connectExtension, type ExtensionMessage } from "./extension.js";
import { createShownState } from "./shownState.js";

/** What {@link connectReduxDevtools} takes. */
export interface ReduxDevtoolsOptions {
  /** What the extension calls the store. Default: `acp-store`. */
  readonly name?: string;
}

/**
 * Shows a store in the Redux DevTools extension: an action for each commit, with the state after it.
 * The store itself is never changed from there: what the buttons do is in
 * https://github.com/acp-store/acp-store/blob/main/docs/devtools.md. Without the extension it does nothing.
 *
 * @returns How to disconnect it.
 *
 * @example
 * ```ts
 * const disconnect = connectReduxDevtools(store, { name: "gemini" });
 * ```
 */
export function connectReduxDevtools(
  store: Pick<AcpStore, "getState" | "inspect">,
  { name = "acp-store" }: ReduxDevtoolsOptions = {},
): () => void {
  const connection = connectExtension(name);
  if (connection === undefined) return () => {};
  const shownState = createShownState();
  const now = (): object => shownState(store.getState());
  let isPaused = false;

  function press({ type, payload }: ExtensionMessage): void {
    if (type !== "DISPATCH") return;
    switch (payload?.type) {
      case "PAUSE_RECORDING":
        isPaused = payload.status ?? !isPaused;
        return;
      case "IMPORT_STATE":
        return connection?.send(null, payload.nextLiftedState);
      case "COMMIT":
      case "RESET":
      case "ROLLBACK":
        // The store goes its own way: the list begins anew with what it is now.
        return connection?.init(now());
    }
  }

  connection.init(now());
  const stopListening = connection.subscribe(press);
  const stopInspecting = store.inspect((record) => {
    if (record.type !== "commit" || isPaused) return;
    const { event, frame } = record;
    connection.send(
      { type: describeEvent(event), event, ...(frame && { message: frame.msg }) } as {
        type: string;
      },
      now(),
    );
  });
  return () => {
    stopInspecting();
    stopListening?.();
  };
}
