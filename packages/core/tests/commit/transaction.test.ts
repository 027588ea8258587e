import { describe, expect, it } from "vitest";
import { Transaction } from "../../src/commit/transaction.js";
import { pushItem } from "../../src/reduce/append.js";
import type { ToolCall } from "../../src/state/entities.js";
import { emptyState, type SessionRecord, StateTree } from "../../src/state/tree.js";
import { plain } from "../support/trackedStore.js";

const call = (toolCallId: string): ToolCall => ({
  toolCallId,
  kind: "other",
  status: "pending",
  content: [],
  locations: [],
});

/** A session with two tool calls, and where it is. */
function treeWithSession(): StateTree {
  const tree = new StateTree(emptyState(1));
  const tx = new Transaction(tree, false);
  const session = tx.session("s1");
  tx.setField(session, "cwd", "/w");
  for (const id of ["c1", "c2"]) tx.create(session, "toolCalls", id, call(id), "tool_call");
  return tree;
}

const WRITES: [string, (tx: Transaction, session: SessionRecord) => void][] = [
  ["a field of the state", (tx) => tx.setRoot("protocolVersion", 2)],
  ["a new session", (tx) => void tx.session("s2")],
  ["a field of a session", (tx, session) => tx.setField(session, "closed", true)],
  ["a field that went", (tx, session) => tx.setField(session, "cwd", undefined)],
  ["a new entity", (tx, session) => tx.create(session, "toolCalls", "c3", call("c3"))],
  [
    "its place as well",
    (tx, session) => tx.create(session, "toolCalls", "c4", call("c4"), "tool_call"),
  ],
  [
    "an entity that changed",
    (tx, session) =>
      tx.update(session, "toolCalls", "c1", (draft) => void (draft.status = "completed")),
  ],
  [
    "an entity that grew",
    (tx, session) =>
      pushItem(
        tx,
        { session, table: "toolCalls", id: "c1", field: "content" },
        { type: "terminal", terminalId: "t1" },
      ),
  ],
  ["an entity that went", (tx, session) => tx.remove(session, "toolCalls", "c1")],
  ["a table that was emptied", (tx, session) => tx.clear(session, "toolCalls")],
  ["another timeline", (tx, session) => tx.setTimeline(session, [])],
];

describe("a transaction", () => {
  it.each(WRITES)("takes back %s", (_name, write) => {
    const tree = treeWithSession();
    const before = plain(tree.snapshot());
    const tx = new Transaction(tree, false);
    write(tx, tx.session("s1"));
    expect(tx.changes).not.toEqual([]);
    tx.rollback();
    expect(plain(tree.snapshot())).toEqual(before);
  });

  it("takes back all that it wrote, the last first", () => {
    const tree = treeWithSession();
    const before = plain(tree.snapshot());
    const tx = new Transaction(tree, false);
    for (const [, write] of WRITES) write(tx, tx.session("s1"));
    tx.rollback();
    expect(plain(tree.snapshot())).toEqual(before);
  });

  it.each(WRITES)("without anybody who wants them makes no patches of %s", (_name, write) => {
    const tx = new Transaction(treeWithSession(), false);
    write(tx, tx.session("s1"));
    expect([tx.patches, tx.inversePatches]).toEqual([[], []]);
  });

  it("makes a patch of each field that differs, and of no other", () => {
    const tx = new Transaction(treeWithSession(), true);
    tx.update(tx.session("s1"), "toolCalls", "c1", (draft) => {
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

  it("names what left a table, not what stays", () => {
    const tx = new Transaction(treeWithSession(), false);
    tx.remove(tx.session("s1"), "toolCalls", "c1");
    expect(tx.changes).toEqual([
      expect.objectContaining({ kind: "table", sessionId: "s1", table: "toolCalls", ids: ["c1"] }),
    ]);
  });

  it("says of nothing that it changed where all is as it was", () => {
    const tree = treeWithSession();
    const tx = new Transaction(tree, true);
    const session = tx.session("s1");
    tx.setRoot("protocolVersion", 1);
    tx.setField(session, "cwd", "/w");
    tx.update(session, "toolCalls", "c1", (draft) => void (draft.status = "pending"));
    tx.update(session, "toolCalls", "nobody", (draft) => void (draft.status = "completed"));
    tx.remove(session, "toolCalls", "nobody");
    tx.clear(session, "messages");
    expect([tx.changes, tx.patches, tx.inversePatches]).toEqual([[], [], []]);
  });
});
