import { type AcpStore, createAcpStore } from "@acp-store/core";
import { useToolCall, useToolCallIds } from "@acp-store/react";
import { memo, type ReactElement } from "react";
import { flushSync } from "react-dom";
import type { RowsResult } from "../src/browser/pageApi.js";
import { createRandom } from "../src/wire/random.js";
import { createToolCall } from "../src/wire/toolCalls.js";
import { formatLine, parseLine } from "../src/wire/update.js";
import { mount } from "./mount.js";
import { wait } from "./wait.js";

const ROW_COUNT = 1000;
const SESSION = "session-1";
const ids = Array.from({ length: ROW_COUNT }, (_, number) => `toolu_${number}`);
const UPDATED_ID = "toolu_500";

interface RowProps {
  readonly id: string;
  readonly onRender: (id: string) => void;
}

/** A row that subscribes to its own tool call. */
const Row = memo(function Row({ id, onRender }: RowProps): ReactElement {
  const call = useToolCall(id);
  onRender(id);
  return (
    <li data-status={call?.status}>
      {call?.title} {JSON.stringify(call?.rawOutput)}
    </li>
  );
});

function Rows({ onRender }: Pick<RowProps, "onRender">): ReactElement {
  const rows = useToolCallIds().map((id) => <Row key={id} id={id} onRender={onRender} />);
  return <ul>{rows}</ul>;
}

/** Mounts 1,000 rows and updates one of them. React renders after each batch. */
export async function measureRows(batchSize: number, updates: number): Promise<RowsResult> {
  const store = createAcpStore({ scheduler: () => {} });
  const random = createRandom();
  for (const id of ids) store.ingest(parseLine(formatLine(SESSION, createToolCall(1, id, random))));
  store.flush();
  const renders = new Map<string, number>();
  const onRender = (id: string): void => void renders.set(id, (renders.get(id) ?? 0) + 1);
  const unmount = mount(store, SESSION, <Rows onRender={onRender} />);
  // Wait for the effects, which subscribe to the store.
  await wait(0);
  renders.clear();
  const microseconds = applyLines(store, createLines(updates), batchSize) / updates;
  unmount();
  const updatedRowRenders = renders.get(UPDATED_ID) ?? 0;
  const all = [...renders.values()].reduce((sum, count) => sum + count, 0);
  return { microseconds, updates, updatedRowRenders, otherRowRenders: all - updatedRowRenders };
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
