import * as core from "@acp-store/core";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT_TABLE_NAMES, TABLE_NAMES } from "../../src/state/definitions.js";
import type { RootTableName, TableName } from "../../src/state/state.js";
import { text, trackedStore } from "../support/trackedStore.js";

type EntitySelector = (state: core.AcpState, id: string) => unknown;

/** The selector of one entity of each table. */
const SELECTORS: Readonly<Record<TableName | RootTableName, EntitySelector>> = {
  toolCalls: (state, id) => core.selectToolCall(state, "s1", id),
  plans: (state, id) => core.selectPlan(state, "s1", id),
  messages: (state, id) => core.selectMessage(state, "s1", id),
  permissions: (state, id) => core.selectPermission(state, "s1", id),
  terminals: (state, id) => core.selectTerminal(state, "s1", id),
  turns: (state, id) => core.selectTurn(state, "s1", id),
  compactions: (state, id) => core.selectCompaction(state, "s1", id),
  subagents: (state, id) => core.selectSubagent(state, "s1", id),
  sessionMessages: (state, id) => core.selectSessionMessage(state, "s1", id),
  applicationRows: (state, id) => core.selectApplicationRow(state, "s1", id),
  elicitations: core.selectElicitation,
  catalog: core.selectCatalogEntry,
};

/** Creates a store with one entity in each table. */
function filledStore() {
  const store = trackedStore();
  store.openSession({ sessionId: "s1", cwd: "/work" });
  store.startTurn("s1", [text("Go")]);
  for (const update of [
    { sessionUpdate: "tool_call_update", toolCallId: "c1" },
    { sessionUpdate: "plan_update", plan: { type: "items", planId: "p1", entries: [] } },
    { sessionUpdate: "terminal_update", terminalId: "t1" },
    { sessionUpdate: "compaction_update", compactionId: "k1", status: "in_progress" },
    { sessionUpdate: "subagent_update", sessionId: "child" },
    { sessionUpdate: "session_message", messageId: "m1", content: [] },
  ])
    store.update(update);
  store.putApplicationRow("s1", { data: "Note" });
  void store.requestPermission({ sessionId: "s1", toolCall: { toolCallId: "c1" }, options: [] });
  void store.requestElicitation({
    sessionId: "s1",
    mode: "form",
    message: "?",
    requestedSchema: { type: "object", properties: {} },
  });
  return store;
}

describe.each(TABLE_NAMES)("the selector of %s", (table) => {
  it("returns one entity by its id", () => {
    const state = filledStore().getState();
    const [entry] = state.sessions.get("s1")?.[table] ?? [];
    if (entry === undefined) throw new Error(`The table ${table} is empty.`);
    expect(SELECTORS[table](state, entry[0])).toBe(entry[1]);
    expect(SELECTORS[table](state, "unknown")).toBeUndefined();
    expect(SELECTORS[table](core.createAcpStore().getState(), entry[0])).toBeUndefined();
  });
});

describe.each(ROOT_TABLE_NAMES)("the selector of %s", (table) => {
  it("returns one entity by its id", () => {
    const state = filledStore().getState();
    const [entry] = state[table];
    if (entry === undefined) throw new Error(`The table ${table} is empty.`);
    expect(SELECTORS[table](state, entry[0])).toBe(entry[1]);
    expect(SELECTORS[table](state, "unknown")).toBeUndefined();
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
