import { createAcpStore } from "@acp-store/core";
import { useMessage } from "@acp-store/react";
import { createElement, type ReactElement } from "react";
import type { MessageResult } from "../src/browser/pageApi.js";
import { createRandom } from "../src/wire/random.js";
import { createWords } from "../src/wire/words.js";
import { mount } from "./mount.js";
import { wait } from "./wait.js";

const SESSION = "session-1";
/** The number of chunks that arrive together, as from a socket, before the browser can paint. */
const BURST_SIZE = 20;
/** The time in ms to wait for the last frame. */
const LAST_FRAME_MS = 100;

/** Streams a visible message with the default scheduler of browsers. Counts the renders per frame. */
export async function measureMessage(chunks: number): Promise<MessageResult> {
  const store = createAcpStore();
  const random = createRandom();
  let [frames, renders, rendersInFrame, maxRendersPerFrame] = [0, 0, 0, 0];
  let isRunning = false;

  function onFrame(): void {
    if (!isRunning) return;
    frames++;
    rendersInFrame = 0;
    // Request the next frame first, so that the work of that frame is counted after the reset.
    requestAnimationFrame(onFrame);
  }

  function onRender(): void {
    if (!isRunning) return;
    renders++;
    maxRendersPerFrame = Math.max(maxRendersPerFrame, ++rendersInFrame);
  }

  const unmount = mount(store, SESSION, createElement(MessageText, { onRender }));
  await wait(0);
  isRunning = true;
  requestAnimationFrame(onFrame);
  for (let sent = 0; sent < chunks; sent++) {
    if (sent > 0 && sent % BURST_SIZE === 0) await wait(0);
    const content = { type: "text", text: createWords(random, 3) };
    const update = { sessionUpdate: "agent_message_chunk", messageId: "msg_1", content };
    store.ingest({ sessionId: SESSION, update });
  }
  await wait(LAST_FRAME_MS);
  isRunning = false;
  unmount();
  return { chunks, frames, renders, maxRendersPerFrame };
}

function MessageText({ onRender }: { readonly onRender: () => void }): ReactElement {
  onRender();
  const message = useMessage("agent:msg_1");
  const text = message?.content.map((block) => (block.type === "text" ? String(block.text) : ""));
  return createElement("p", null, text);
}
