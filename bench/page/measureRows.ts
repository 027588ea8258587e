import { type AcpStore, createAcpStore } from "@acp-store/core";
import { createElement } from "react";
import { flushSync } from "react-dom";
import type { RowKind, RowsResult } from "../src/browser/results.js";
import { createRandom } from "../src/wire/random.js";
import { announce } from "../src/wire/toolCalls.js";
import { readLine, toLine } from "../src/wire/update.js";
import { mount } from "./mount.js";
import { type RowMeter, Rows } from "./Rows.js";

const ROWS = 1000;
const SESSION = "session-1";
const ids = Array.from({ length: ROWS }, (_, number) => `toolu_${number}`);
const UPDATED = "toolu_500";

/** Mounts 1,000 rows and updates one of them; React renders after each batch. */
export async function measureRows(
  kind: RowKind,
  batch: number,
  updates: number,
): Promise<RowsResult> {
  const store = createAcpStore({ scheduler: () => {} });
  const random = createRandom(1);
  for (const id of ids) store.ingest(readLine(toLine(SESSION, announce(1, id, random))));
  store.flush();
  const meter = new Counts();
  const unmount = mount(store, SESSION, createElement(Rows, { kind, sessionId: SESSION, meter }));
  // Effects subscribe; they have run when the next task runs.
  await new Promise((resolve) => setTimeout(resolve));
  meter.reset();
  const microseconds = feed(store, lines(updates), batch) / updates;
  unmount();
  return { microseconds, updates, ...meter.result() };
}

function lines(count: number): string[] {
  return Array.from({ length: count }, (_, number) =>
    toLine(SESSION, {
      sessionUpdate: "tool_call_update",
      toolCallId: UPDATED,
      status: "in_progress",
      rawOutput: { text: `line ${number} of the output`, number },
    }),
  );
}

function feed(store: AcpStore, all: readonly string[], batch: number): number {
  const began = performance.now();
  for (let start = 0; start < all.length; start += batch) {
    for (const line of all.slice(start, start + batch)) store.ingest(readLine(line));
    flushSync(store.flush);
  }
  return (performance.now() - began) * 1000;
}

class Counts implements RowMeter {
  #row = 0;
  #others = 0;
  #selected = 0;

  rendered(id: string): void {
    if (id === UPDATED) this.#row++;
    else this.#others++;
  }

  selected(): void {
    this.#selected++;
  }

  reset(): void {
    this.#row = this.#others = this.#selected = 0;
  }

  result(): Pick<RowsResult, "rendersOfTheRow" | "rendersOfOthers" | "selectorRuns"> {
    return {
      rendersOfTheRow: this.#row,
      rendersOfOthers: this.#others,
      selectorRuns: this.#selected,
    };
  }
}
