import { describe, expect, it } from "vitest";
import { clearTable, removeEntity, retainEntities } from "../../src/commit/removals.js";
import { Transaction } from "../../src/commit/transaction.js";
import { TextBuffer } from "../../src/persistent/textBuffer.js";
import type { ToolCall } from "../../src/state/entities.js";
import type { SessionRecord } from "../../src/state/sessionRecord.js";
import { emptyState } from "../../src/state/emptyState.js";
import { StateTree } from "../../src/state/stateTree.js";
import { plain } from "../support/trackedStore.js";

const toolCall = (toolCallId: string): ToolCall => ({
  toolCallId,
  kind: "other",
  status: "pending",
  phase: "pending",
  content: [],
  locations: [],
  createdAt: 1,
  updatedAt: 1,
});

/** Returns a tree with one session that has two tool calls, a message, a terminal, and a `cwd`. */
function treeWithSession(): StateTree {
  const tree = new StateTree(emptyState(1));
  const tx = new Transaction(tree, 1, false);
  const session = tx.session("s1");
  tx.setSessionField(session, "cwd", "/w");
  for (const id of ["c1", "c2"]) tx.create(session.tables.toolCalls, id, toolCall(id));
  tx.create(session.tables.messages, "m1", {
    messageId: "m1",
    role: "agent",
    content: [{ type: "text", text: "Hel" }],
    createdAt: 1,
    updatedAt: 1,
  });
  tx.create(session.tables.terminals, "t1", {
    terminalId: "t1",
    output: "abc",
    outputBytes: 3,
    truncatedBytes: 0,
    createdAt: 1,
    updatedAt: 1,
  });
  tx.create(tx.tables.elicitations, "e1", {
    elicitationId: "e1",
    mode: "form",
    message: "?",
    status: "pending",
    requestedAt: 1,
  });
  return tree;
}

const WRITES: [string, (tx: Transaction, session: SessionRecord) => void][] = [
  ["setting a field of the state", (tx) => tx.setRootField("protocolVersion", 2)],
  ["creating a session", (tx) => void tx.session("s2")],
  ["setting a session field", (tx, session) => tx.setSessionField(session, "closed", true)],
  ["removing a session field", (tx, session) => tx.setSessionField(session, "cwd", undefined)],
  [
    "creating an entity outside of the timeline",
    (tx, session) =>
      tx.create(session.tables.turns, "turn-1", {
        turnId: "turn-1",
        status: "running",
        startedAt: 1,
      }),
  ],
  [
    "creating an entity with a timeline item",
    (tx, session) => tx.create(session.tables.toolCalls, "c4", toolCall("c4")),
  ],
  [
    "updating an entity",
    (tx, session) =>
      tx.update(session.tables.toolCalls, "c1", (draft) => void (draft.status = "completed")),
  ],
  [
    "setting fields of an entity",
    (tx, session) =>
      tx.setFields(session.tables.toolCalls, "c2", [
        ["title", "T"],
        ["kind", undefined],
      ]),
  ],
  [
    "appending an item",
    (tx, session) =>
      tx.append(session.tables.toolCalls, "c1", "content", { type: "terminal", terminalId: "t1" }),
  ],
  [
    "appending text to an item",
    (tx, session) =>
      tx.appendText(session.tables.messages, "m1", "content", { type: "text", text: "Hel" }, "lo"),
  ],
  [
    "editing a text field",
    (tx, session) =>
      tx.editText(
        session.tables.terminals,
        "t1",
        "output",
        { appended: "de", dropped: "a", result: TextBuffer.of("bcde") },
        [["outputBytes", 4]],
      ),
  ],
  ["removing an entity", (tx, session) => removeEntity(tx, session.tables.toolCalls, "c1")],
  [
    "removing one of many entities",
    (tx, session) => {
      const { toolCalls } = session.tables;
      for (let index = 0; index < 20; index++) tx.create(toolCalls, `n${index}`, toolCall("n"));
      retainEntities(tx, toolCalls, (id) => id !== "n7");
      removeEntity(tx, toolCalls, "n9");
    },
  ],
  ["adding to a list", (tx, session) => tx.spliceList(session, "openTurns", 0, 0, "turn-1")],
  ["adding to the pending elicitations", (tx) => tx.spliceElicitations(0, 0, "e1")],
  ["clearing a table", (tx, session) => clearTable(tx, session.tables.toolCalls)],
  ["replacing the timeline", (tx, session) => tx.setTimeline(session, [])],
  [
    "updating an entity at the top of the state",
    (tx) => tx.update(tx.tables.elicitations, "e1", (draft) => void (draft.completed = true)),
  ],
  [
    "removing an entity at the top of the state",
    (tx) => removeEntity(tx, tx.tables.elicitations, "e1"),
  ],
];

describe("Transaction", () => {
  it.each(WRITES)("rolls back %s", (_name, write) => {
    const tree = treeWithSession();
    const before = plain(tree.snapshot());
    const tx = new Transaction(tree, 1, false);
    write(tx, tx.session("s1"));
    expect(plain(tree.snapshot())).not.toEqual(before);
    tx.rollback();
    expect(plain(tree.snapshot())).toEqual(before);
  });

  it("rolls back several writes in reverse order", () => {
    const tree = treeWithSession();
    const before = plain(tree.snapshot());
    const tx = new Transaction(tree, 1, false);
    for (const [, write] of WRITES) write(tx, tx.session("s1"));
    tx.rollback();
    expect(plain(tree.snapshot())).toEqual(before);
  });

  it.each(WRITES)("makes no patches of %s when nobody records them", (_name, write) => {
    const tx = new Transaction(treeWithSession(), 1, false);
    write(tx, tx.session("s1"));
    expect([tx.patches, tx.inversePatches]).toEqual([[], []]);
  });

  it("makes a patch of each field that differs and of no other", () => {
    const tx = new Transaction(treeWithSession(), 1, true);
    tx.update(tx.session("s1").tables.toolCalls, "c1", (draft) => {
      draft.status = "completed";
      Reflect.deleteProperty(draft, "kind");
      Object.assign(draft, { constructor: 1 });
    });
    const at = (field: string) => ["sessions", "s1", "toolCalls", "c1", field];
    expect(tx.patches).toEqual([
      { op: "replace", path: at("status"), value: "completed" },
      { op: "add", path: at("constructor"), value: 1 },
      { op: "remove", path: at("kind") },
    ]);
    expect(tx.inversePatches).toEqual([
      { op: "replace", path: at("status"), value: "pending" },
      { op: "remove", path: at("constructor") },
      { op: "add", path: at("kind"), value: "other" },
    ]);
  });

  it("patches an entity at the top of the state below the name of its table", () => {
    const tx = new Transaction(treeWithSession(), 1, true);
    tx.update(tx.tables.elicitations, "e1", (draft) => void (draft.completed = true));
    expect(tx.patches).toEqual([
      { op: "add", path: ["elicitations", "e1", "completed"], value: true },
    ]);
  });

  it("removes the timeline item of a removed entity", () => {
    const tx = new Transaction(treeWithSession(), 1, false);
    const session = tx.session("s1");
    removeEntity(tx, session.tables.toolCalls, "c1");
    expect(session.timeline.value()).toEqual([
      { type: "tool_call", id: "c2" },
      { type: "message", id: "m1", run: 0 },
      { type: "terminal", id: "t1" },
    ]);
  });

  it("forgets a parent that is rolled back", () => {
    const tree = treeWithSession();
    const tx = new Transaction(tree, 1, false);
    const [session, parent] = [tx.session("s1"), tx.session("s0")];
    const children = () => tx.indexes.childrenOf(parent.id);
    expect(children()).toEqual([]);
    tx.setSessionField(session, "parentSessionId", parent.id);
    tx.indexes.addToParent(session);
    expect(children()).toEqual([session]);
    tx.rollback();
    expect(children()).toEqual([]);
  });

  it("numbers the next request again when a rollback removes the newest one", () => {
    const tree = treeWithSession();
    const tx = new Transaction(tree, 1, false);
    expect(tx.indexes.nextOrdinal(tx.session("s1"))).toBe(1);
    expect(tx.indexes.nextOrdinal(tx.session("s1"))).toBe(1);
  });

  it("lists the ids of the removed entities only", () => {
    const tx = new Transaction(treeWithSession(), 1, false);
    const { toolCalls } = tx.session("s1").tables;
    retainEntities(tx, toolCalls, (id) => id !== "c1");
    expect(tx.changes).toEqual([
      expect.objectContaining({ kind: "table", table: toolCalls, ids: ["c1"] }),
    ]);
  });

  it("reports no change when a write leaves everything unchanged", () => {
    const tree = treeWithSession();
    const tx = new Transaction(tree, 1, true);
    const session = tx.session("s1");
    tx.setRootField("protocolVersion", 1);
    tx.setSessionField(session, "cwd", "/w");
    tx.update(session.tables.toolCalls, "c1", (draft) => void (draft.status = "pending"));
    tx.update(session.tables.toolCalls, "unknown", (draft) => void (draft.status = "completed"));
    tx.append(session.tables.toolCalls, "unknown", "content", {});
    tx.setFields(session.tables.toolCalls, "c1", []);
    removeEntity(tx, session.tables.toolCalls, "unknown");
    clearTable(tx, session.tables.plans);
    expect([tx.changes, tx.patches, tx.inversePatches]).toEqual([[], [], []]);
  });
});
