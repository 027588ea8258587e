import { createAcpStore } from "@acp-store/core";
import { useMessage } from "@acp-store/react";
import { createElement, type ReactElement } from "react";
import type { MessageResult } from "../src/browser/pageApi.js";
import { createRandom } from "../src/wire/random.js";
import { parseLine, formatLine } from "../src/wire/update.js";
import { createWords } from "../src/wire/words.js";
import { createFrameMeter } from "./frameMeter.js";
import { mount } from "./mount.js";
import { wait } from "./wait.js";

const SESSION = "session-1";
/** The number of chunks that arrive together, as from a socket, before the browser can paint. */
const BURST_SIZE = 20;
/** The time in ms to wait for the last frame. */
const LAST_FRAME_MS = 100;

/** Streams a visible message with the default scheduler of browsers. */
export async function measureMessage(chunks: number): Promise<MessageResult> {
  const store = createAcpStore();
  const meter = createFrameMeter();
  const onRender = (): void => meter.count();
  const unmount = mount(store, SESSION, createElement(MessageText, { onRender }));
  await wait(0);
  meter.start();
  const lines = createLines(chunks);
  for (let start = 0; start < chunks; start += BURST_SIZE) {
    for (const line of lines.slice(start, start + BURST_SIZE)) store.ingest(parseLine(line));
    await wait(0);
  }
  await wait(LAST_FRAME_MS);
  const { frames, total, maxPerFrame } = meter.stop();
  unmount();
  return { chunks, frames, renders: total, maxRendersPerFrame: maxPerFrame };
}

function MessageText({ onRender }: { readonly onRender: () => void }): ReactElement {
  onRender();
  const message = useMessage("agent:msg_1");
  const text = message?.content.map((block) => (block.type === "text" ? String(block.text) : ""));
  return createElement("p", null, text);
}

function createLines(count: number): string[] {
  const random = createRandom(1);
  return Array.from({ length: count }, () =>
    formatLine(SESSION, {
      sessionUpdate: "agent_message_chunk",
      messageId: "msg_1",
      content: { type: "text", text: createWords(random, 3) },
    }),
  );
}
