import * as core from "@acp-store/core";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TableName } from "../../src/state/tables.js";
import { text, trackedStore } from "../support/trackedStore.js";

type EntitySelector = (state: core.AcpState, id: string) => unknown;

/** The selectors of one entity by its id, by table. */
const SELECTORS: Readonly<Partial<Record<TableName, EntitySelector>>> = {
  toolCalls: (state, id) => core.selectToolCall(state, "s1", id),
  plans: (state, id) => core.selectPlan(state, "s1", id),
  permissions: (state, id) => core.selectPermission(state, "s1", id),
  terminals: (state, id) => core.selectTerminal(state, "s1", id),
  turns: (state, id) => core.selectTurn(state, "s1", id),
};

/** Creates a store with one entity in each of these tables. */
function filledStore() {
  const store = trackedStore();
  store.openSession({ sessionId: "s1", cwd: "/work" });
  store.startTurn("s1", [text("Go")]);
  for (const update of [
    { sessionUpdate: "tool_call_update", toolCallId: "c1" },
    { sessionUpdate: "plan_update", plan: { type: "items", planId: "p1", entries: [] } },
    { sessionUpdate: "terminal_update", terminalId: "t1" },
  ])
    store.update(update);
  void store.requestPermission({ sessionId: "s1", toolCall: { toolCallId: "c1" }, options: [] });
  return store;
}

describe.each(Object.entries(SELECTORS))("the selector of %s", (table, select) => {
  it("returns one entity by its id", () => {
    const state = filledStore().getState();
    const [entry] = state.sessions.get("s1")?.[table as TableName] ?? [];
    if (entry === undefined) throw new Error(`The table ${table} is empty.`);
    expect(select(state, entry[0])).toBe(entry[1]);
    expect(select(state, "unknown")).toBeUndefined();
    expect(select(core.createAcpStore().getState(), entry[0])).toBeUndefined();
  });
});

/** Selectors that only other modules of the package and the entry `reads` use. */
const NOT_IN_MAIN_ENTRY = new Set([
  "selectChatMessages",
  "selectChatTime",
  "selectChatTurn",
  "selectPendingLists",
  "selectToolCallPermission",
]);

it("exports every selector from the main entry", () => {
  const folder = join(import.meta.dirname, "../../src/select");
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const declared = sources.flatMap((source) =>
    Array.from(source.matchAll(/^export (?:function|const) (select\w+)/gm), ([, name]) => name),
  );
  expect(new Set(declared.filter((name) => !(String(name) in core)))).toEqual(NOT_IN_MAIN_ENTRY);
});
