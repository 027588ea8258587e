import type { AcpStore } from "@acp-store/core";
import { createHistory } from "@acp-store/devtools";
import { mountDevtools } from "@acp-store/devtools/panel";

/** The panel, which fills an element once it is shown. */
export interface Panel {
  /** `name`: what its log is of. */
  show(name: string): void;
  /** No more will come. */
  end(): void;
}

/** Its log begins at once, before the first message. */
export function createPanel(element: Element, store: AcpStore): Panel {
  const history = createHistory(store);
  let isShown = false;
  return {
    show(name) {
      if (isShown) return;
      isShown = true;
      mountDevtools(element, store, {
        history,
        name,
        enabled: true,
        initialOpen: true,
        position: "inline",
      });
    },
    end: history.detach,
  };
}
