import { type AcpStore, createAcpStore, type Frame } from "@acp-store/core";
import { afterEach } from "vitest";
import { createHistory, type History, parseTrace } from "../../src/index.js";
import { type DevtoolsOptions, mountDevtools } from "../../src/panel/index.js";

/** An open panel on the page, for a store that has observed some messages. */
export interface OpenPanel {
  readonly store: AcpStore;
  readonly history: History;
  /** Returns the matching elements in the shadow root of the panel. */
  all(selector: string): Element[];
}

let close: (() => void) | undefined;

afterEach(() => {
  close?.();
  close = undefined;
  localStorage.clear();
});

/** Opens a panel and closes the previous one. Settings are kept until the end of the test. */
export function openPanel(
  frames: readonly Frame[],
  options: DevtoolsOptions | ((store: AcpStore) => DevtoolsOptions) = {},
): OpenPanel {
  close?.();
  // The ids of an opened trace have this prefix, so that the states can be compared.
  const store = createAcpStore({ scheduler: "sync", idPrefix: "trace", now: clockAfter(frames) });
  const history = createHistory(store);
  for (const frame of frames) store.observe(frame);
  const element = document.body.appendChild(document.createElement("div"));
  const given = typeof options === "function" ? options(store) : options;
  const unmount = mountDevtools(element, store, { initialOpen: true, history, ...given });
  close = () => {
    unmount();
    element.remove();
  };
  return {
    store,
    history,
    all: (selector) => [
      ...(element.firstElementChild?.shadowRoot?.querySelectorAll(selector) ?? []),
    ],
  };
}

/** Returns a clock that stands at the last message, so that the timeline does not move. */
function clockAfter(frames: readonly Frame[]): () => number {
  const lastAt = frames.findLast(({ t }) => t !== undefined)?.t ?? 0;
  return () => lastAt;
}

/** Returns the messages of a recording, with times that start at 0. */
export function framesIn(text: string): Frame[] {
  const { frames } = parseTrace(text);
  const start = frames[0]?.t ?? 0;
  return frames.map((frame) => ({ ...frame, t: (frame.t ?? 0) - start }));
}
