import { type AcpStore, createAcpStore, type Frame } from "@acp-store/core";
import { parseTrace } from "@acp-store/devtools";
import { FleetProvider } from "@acp-store/fleet/react";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import type { Review } from "@acp-store/review";
import { ReviewProvider } from "@acp-store/review/react";
import { AcpUiProvider, fileMentions, lazySlots, type PanelAgent } from "@acp-store/ui";
import { type ComponentType, StrictMode, useEffect, useLayoutEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import "../../shell/shell.css";
import "@acp-store/ui/style.css";
import "./preview.css";
import { RECORDINGS } from "../../playground/recordings.js";
import * as examples from "../examples.js";
import { parsePreviewAddress } from "../address.js";
import { PARTS, type Part, type PartState } from "../parts.js";
import { createRecordedFleet } from "./recordedFleet.js";

const ignore = async (): Promise<void> => {};
/** A recording has no agent, so nothing happens when the user sends something. */
const noAgent: PanelAgent = {
  prompt: ignore,
  sendNow: ignore,
  cancel: ignore,
  setMode: ignore,
  setModel: ignore,
  setConfigOption: ignore,
};
const mentions = [
  fileMentions({
    list: async () => ({ paths: ["README.md", "package.json", "src/cart.ts", "src/prices.ts"] }),
    read: async () => ({ text: "" }),
  }),
];
const components: Readonly<Record<string, ComponentType>> = examples;

/** Moves the times of frames, so that the last one is now. */
function endNow(frames: readonly Frame[]): Frame[] {
  const delay = Date.now() - (frames.at(-1)?.t ?? 0);
  return frames.map((frame) => ({ ...frame, t: (frame.t ?? 0) + delay }));
}

interface OpenedState {
  readonly store: AcpStore;
  readonly sessionId: string;
  readonly review: Review | undefined;
  readonly fleet: ReturnType<typeof createRecordedFleet>;
}

async function openState({
  recording,
  frame,
  isLive,
  isReviewed,
  prepare,
}: PartState): Promise<OpenedState> {
  const found = RECORDINGS.find(({ id }) => id === recording);
  if (found === undefined) throw new Error(`There is no recording "${recording}".`);
  const response = await fetch(found.url);
  const frames = parseTrace(await response.text()).frames.slice(0, frame);
  const lastAt = frames.at(-1)?.t ?? 0;
  if (isReviewed) {
    const { reviewRecording } = await import("../../playground/recordedReview.js");
    const { store, review } = await reviewRecording(frames);
    const [sessionId = ""] = store.getState().sessions.keys();
    return { store, sessionId, review, fleet: createRecordedFleet(store) };
  }
  const store = createAcpStore({ now: isLive ? Date.now : () => lastAt });
  for (const one of isLive ? endNow(frames) : frames) store.observe(one);
  const [sessionId = ""] = store.getState().sessions.keys();
  prepare?.(store, sessionId);
  return { store, sessionId, review: undefined, fleet: createRecordedFleet(store) };
}

/** Types into the field of a part. Its text is the draft of the session. */
function type(field: HTMLTextAreaElement, text: string): void {
  field.setRangeText(text, 0, field.value.length, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

interface PreviewProps extends OpenedState {
  readonly part: Part;
  readonly isLive: boolean;
  readonly typed: string | undefined;
}

/** Shows one state of a part, and makes the frame around the page as high as the part. */
function Preview({ part, isLive, typed, store, sessionId, review, fleet }: PreviewProps) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = content.current;
    const { frameElement } = window;
    if (element === null || frameElement === null || part.height !== undefined) return undefined;
    const observer = new ResizeObserver(() => {
      const { height } = element.getBoundingClientRect();
      frameElement.setAttribute("height", String(Math.ceil(height)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [part]);
  useEffect(() => {
    const field = content.current?.querySelector("textarea");
    if (typed !== undefined && field != null) type(field, typed);
  }, [typed]);
  const Example = components[`${part.name}Example`];
  return (
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={sessionId}>
        <AcpUiProvider
          slots={lazySlots}
          cwd="/workspace"
          mentions={mentions}
          isRecording={!isLive}
          {...(isLive && { agent: noAgent })}
        >
          <main
            ref={content}
            className="preview acp-ui"
            data-part={part.name}
            data-fills={part.height !== undefined}
            data-typed={typed !== undefined}
          >
            <h1 className="acp-sr-only">{part.name}</h1>
            <FleetProvider fleet={fleet}>
              <ReviewProvider review={review}>
                {Example !== undefined && <Example />}
              </ReviewProvider>
            </FleetProvider>
          </main>
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>
  );
}

async function showPreview(): Promise<void> {
  const { part: name, state: index, theme } = parsePreviewAddress(location.hash);
  document.documentElement.dataset["theme"] = theme;
  const part = PARTS.find((known) => known.name === name);
  const state = part?.states[index];
  const root = document.getElementById("root");
  if (part === undefined || state === undefined || root === null)
    throw new Error(`There is no state ${index} of the part "${name}".`);
  const opened = await openState(state);
  createRoot(root).render(
    <StrictMode>
      <Preview part={part} isLive={state.isLive === true} typed={state.typed} {...opened} />
    </StrictMode>,
  );
}

void showPreview();
