import { type AcpStore, createAcpStore, type Frame } from "@acp-store/core";
import { mountDevtools, type DevtoolsOptions } from "../../src/panel/index.js";

/** A page with the panel on it, open, for a store that has seen some messages. */
export interface Page {
  readonly store: AcpStore;
  readonly shadow: ShadowRoot;
  close(): void;
}

export function openPanel(frames: readonly Frame[], options: DevtoolsOptions = {}): Page {
  localStorage.clear();
  const store = createAcpStore({ scheduler: "sync" });
  for (const frame of frames) store.observe(frame);
  const element = document.body.appendChild(document.createElement("div"));
  const unmount = mountDevtools(element, store, { initialOpen: true, ...options });
  return {
    store,
    get shadow() {
      const root = element.firstElementChild?.shadowRoot;
      if (root == null) throw new Error("The panel has not rendered yet.");
      return root;
    },
    close: () => {
      unmount();
      element.remove();
    },
  };
}

export function framesIn(text: string): Frame[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Frame);
}
