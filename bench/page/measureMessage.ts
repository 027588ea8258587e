import { createAcpStore } from "@acp-store/core";
import { useMessage } from "@acp-store/react";
import { createElement, type ReactElement } from "react";
import type { MessageResult } from "../src/browser/results.js";
import { createRandom } from "../src/wire/random.js";
import { readLine, toLine } from "../src/wire/update.js";
import { words } from "../src/wire/words.js";
import { createFrameMeter } from "./frameMeter.js";
import { mount } from "./mount.js";

const SESSION = "session-1";
/** So many pieces come at once, as from a socket; then the browser may draw. */
const BURST = 20;
const LAST_FRAME_MS = 100;

/** Streams a message that is on the screen, with the scheduler that browsers get by default. */
export async function measureMessage(chunks: number): Promise<MessageResult> {
  const store = createAcpStore();
  const meter = createFrameMeter();
  const onRender = (): void => meter.count();
  const unmount = mount(store, SESSION, createElement(Text, { onRender }));
  await wait(0);
  meter.start();
  const all = lines(chunks);
  for (let start = 0; start < chunks; start += BURST) {
    for (const line of all.slice(start, start + BURST)) store.ingest(readLine(line));
    await wait(0);
  }
  await wait(LAST_FRAME_MS);
  const { frames, total, mostInAFrame } = meter.stop();
  unmount();
  return { chunks, frames, renders: total, mostRendersInAFrame: mostInAFrame };
}

function Text({ onRender }: { readonly onRender: () => void }): ReactElement {
  onRender();
  const message = useMessage("agent:msg_1");
  const text = message?.content.map((block) => (block.type === "text" ? String(block.text) : ""));
  return createElement("p", null, text);
}

function lines(count: number): string[] {
  const random = createRandom(1);
  return Array.from({ length: count }, () =>
    toLine(SESSION, {
      sessionUpdate: "agent_message_chunk",
      messageId: "msg_1",
      content: { type: "text", text: words(random, 3) },
    }),
  );
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
