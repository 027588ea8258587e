import { type AcpStore, createAcpStore } from "@acp-store/core";
import { createElement } from "react";
import { flushSync } from "react-dom";
import type { RowKind, RowsResult } from "../src/browser/pageApi.js";
import { createRandom } from "../src/wire/random.js";
import { createToolCall } from "../src/wire/toolCalls.js";
import { parseLine, formatLine } from "../src/wire/update.js";
import { mount } from "./mount.js";
import { type RowMeter, Rows } from "./Rows.js";

const ROW_COUNT = 1000;
const SESSION = "session-1";
const ids = Array.from({ length: ROW_COUNT }, (_, number) => `toolu_${number}`);
const UPDATED_ID = "toolu_500";

/** Mounts 1,000 rows and updates one of them. React renders after each batch. */
export async function measureRows(
  kind: RowKind,
  batchSize: number,
  updates: number,
): Promise<RowsResult> {
  const store = createAcpStore({ scheduler: () => {} });
  const random = createRandom(1);
  for (const id of ids) store.ingest(parseLine(formatLine(SESSION, createToolCall(1, id, random))));
  store.flush();
  const meter = new RenderCounter();
  const unmount = mount(store, SESSION, createElement(Rows, { kind, sessionId: SESSION, meter }));
  // Wait for the effects, which subscribe to the store.
  await new Promise((resolve) => setTimeout(resolve));
  meter.reset();
  const microseconds = applyLines(store, createLines(updates), batchSize) / updates;
  unmount();
  return { microseconds, updates, ...meter.result() };
}

function createLines(count: number): string[] {
  return Array.from({ length: count }, (_, number) =>
    formatLine(SESSION, {
      sessionUpdate: "tool_call_update",
      toolCallId: UPDATED_ID,
      status: "in_progress",
      rawOutput: { text: `line ${number} of the output`, number },
    }),
  );
}

function applyLines(store: AcpStore, all: readonly string[], batchSize: number): number {
  const start = performance.now();
  for (let index = 0; index < all.length; index += batchSize) {
    for (const line of all.slice(index, index + batchSize)) store.ingest(parseLine(line));
    flushSync(store.flush);
  }
  return (performance.now() - start) * 1000;
}

class RenderCounter implements RowMeter {
  #updatedRow = 0;
  #otherRows = 0;
  #selectorCalls = 0;

  onRender(id: string): void {
    if (id === UPDATED_ID) this.#updatedRow++;
    else this.#otherRows++;
  }

  onSelect(): void {
    this.#selectorCalls++;
  }

  reset(): void {
    this.#updatedRow = this.#otherRows = this.#selectorCalls = 0;
  }

  result(): Pick<RowsResult, "updatedRowRenders" | "otherRowRenders" | "selectorCalls"> {
    return {
      updatedRowRenders: this.#updatedRow,
      otherRowRenders: this.#otherRows,
      selectorCalls: this.#selectorCalls,
    };
  }
}
