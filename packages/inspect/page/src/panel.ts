import type { AcpStore } from "@acp-store/core";
import { createHistory } from "@acp-store/devtools";
import { mountDevtools } from "@acp-store/devtools/panel";

/** The devtools panel. It fills an element once it is shown. */
export interface Panel {
  /** Shows the panel. `name` is the name of its log. Later calls have no effect. */
  show(name: string): void;
  /** Stops recording, because nothing more will arrive. */
  end(): void;
}

/** Creates a hidden panel. It records from now on, so it misses no message. */
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
