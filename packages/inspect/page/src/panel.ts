import type { AcpStore } from "@acp-store/core";
import { createHistory, type History } from "@acp-store/devtools";
import { mountDevtools } from "@acp-store/devtools/panel";

/** Fills the element with the panel. Its log begins at once, before the first message. */
export function showPanel(element: Element, store: AcpStore): History {
  const history = createHistory(store);
  mountDevtools(element, store, {
    history,
    enabled: true,
    initialOpen: true,
    position: "inline",
  });
  return history;
}
