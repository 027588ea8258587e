import type { AcpState } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { resolveLazy } from "../../src/persistent/entityMap.js";
import { ItemList } from "../../src/persistent/itemList.js";
import type { RootFields } from "../../src/state/state.js";
import type { TimelineItem } from "../../src/state/tables.js";
import type { StoredSessionFields } from "../../src/state/storedState.js";
import { recordFieldsOf, SessionRecord } from "../../src/state/sessionRecord.js";
import { emptyState } from "../../src/state/emptyState.js";
import { StateTree } from "../../src/state/stateTree.js";

/** A value for each session field. The compiler reports a new field that is missing here. */
const EVERY_FIELD: Required<StoredSessionFields> = {
  sessionId: "s1",
  cwd: "/w",
  mcpServers: [{ name: "docs", transport: "stdio" }],
  additionalDirectories: ["/more"],
  activity: "cancelling",
  reported: "running",
  parentSessionId: "s0",
  replaying: true,
  replayBegun: true,
  forkedFrom: "s0",
  continuedFrom: { agentId: "claude", sessionId: "s0" },
  writtenFiles: [{ path: "/w/a.ts", operation: "add", added: 1, removed: 0 }],
  lastActivityAt: 1,
  _meta: { a: 1 },
  updateMeta: { plan_update: { a: 1 } },
  openTurns: ["turn-1"],
  pendingPermissions: ["permission-1"],
  queue: [],
  queueHeld: true,
  detached: "It cannot be loaded.",
  background: [],
  info: { title: "T" },
  commands: [],
  configOptions: [],
  modes: { currentModeId: "ask", availableModes: [] },
  models: { currentModelId: "large", availableModels: [] },
  settingChanges: [],
  usage: { used: 1, size: 2 },
  usageTotals: { tokens: [], costs: [] },
  recentPlans: ["main"],
  notices: [],
  unknownUpdates: [],
  dropped: { notices: 1 },
  restored: true,
  unknownFields: { later: [] },
  closed: true,
};

describe("a snapshot", () => {
  it("contains every field of a session", () => {
    const session = resolveLazy(new SessionRecord("s1", recordFieldsOf(EVERY_FIELD)).snapshot());
    expect(session).toMatchObject(EVERY_FIELD);
  });

  it("contains every field of the state", () => {
    const root: Required<RootFields> = {
      protocolVersion: 2,
      agent: { info: { name: "agent", version: "1" } },
      pendingElicitations: ["elicitation-1"],
      connection: { status: "ready" },
      unknownFields: { later: [] },
    };
    const tree = new StateTree(emptyState(1));
    tree.root = { ...root, pendingElicitations: ItemList.of(root.pendingElicitations) };
    tree.touch();
    expect(tree.snapshot()).toMatchObject(root);
  });

  it("is the same until the next write", () => {
    const tree = new StateTree(emptyState(1));
    const session = new SessionRecord("s1", recordFieldsOf(EVERY_FIELD));
    tree.addSession(session);
    const before = tree.snapshot();
    expect(tree.snapshot()).toBe(before);
    session.fields = { ...session.fields, cwd: "/elsewhere" };
    tree.touch(session);
    expect(tree.snapshot().sessions.get("s1")?.cwd).toBe("/elsewhere");
    expect(before.sessions.get("s1")?.cwd).toBe("/w");
  });

  it("does not change when it is read after later writes", () => {
    const { tree, add } = treeWithTimeline();
    add("m1");
    const before = tree.snapshot();
    add("m2");
    const after = tree.snapshot();
    add("m3");
    expect([before, after, tree.snapshot()].map(timelineOf)).toEqual([
      ["m1"],
      ["m1", "m2"],
      ["m1", "m2", "m3"],
    ]);
  });

  it("returns the same session and timeline on each read", () => {
    const { tree, add } = treeWithTimeline();
    add("m1");
    const state = tree.snapshot();
    expect(state.sessions.get("s1")).toBe(state.sessions.get("s1"));
    expect(state.sessions.get("s1")?.timeline).toBe(state.sessions.get("s1")?.timeline);
  });

  it("shares an unchanged timeline with the previous snapshot", () => {
    const { tree, session, add } = treeWithTimeline();
    add("m1");
    const before = tree.snapshot();
    session.fields = { ...session.fields, cwd: "/elsewhere" };
    tree.touch(session);
    const after = tree.snapshot();
    expect(after.sessions.get("s1")).not.toBe(before.sessions.get("s1"));
    expect(after.sessions.get("s1")?.timeline).toBe(before.sessions.get("s1")?.timeline);
  });
});

function treeWithTimeline() {
  const tree = new StateTree(emptyState(1));
  const session = new SessionRecord("s1", recordFieldsOf(EVERY_FIELD));
  tree.addSession(session);
  const add = (id: string): void => {
    session.timeline = session.timeline.push({ type: "tool_call", id });
    tree.touch(session);
  };
  return { tree, session, add };
}

function timelineOf(state: AcpState): string[] | undefined {
  return state.sessions.get("s1")?.timeline.map(({ id }: TimelineItem) => id);
}
