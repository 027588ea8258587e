import type { AcpStore } from "@acp-store/core";
import { createHistory } from "@acp-store/devtools";
import { mountDevtools } from "@acp-store/devtools/panel";

/** Fills the element with the panel. Its log begins at once, before the first message. */
export function showPanel(element: Element, store: AcpStore): void {
  mountDevtools(element, store, {
    history: createHistory(store),
    enabled: true,
    initialOpen: true,
    position: "inline",
  });
}
