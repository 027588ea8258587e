import type { AcpState } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import type { SessionFields } from "../../src/state/state.js";
import { emptyState, SessionCell, StateTree } from "../../src/state/tree.js";

/** One value for each field there is; a field that is new is missing here until it is named. */
const EVERY_FIELD: Required<SessionFields> = {
  sessionId: "s1",
  cwd: "/w",
  additionalDirectories: ["/more"],
  activity: "cancelling",
  reported: "running",
  parentSessionId: "s0",
  replaying: true,
  openTurns: ["turn-1"],
  queue: [],
  queueHeld: true,
  detached: "It cannot be loaded.",
  background: [],
  info: { title: "T" },
  commands: [],
  configOptions: [],
  modes: { currentModeId: "ask", availableModes: [] },
  usage: { used: 1, size: 2 },
  recentPlans: ["main"],
  notices: [],
  unknownUpdates: [],
  dropped: { notices: 1 },
  closed: true,
};

describe("a snapshot", () => {
  it("holds every field of a session", () => {
    const { sessionId, ...fields } = new SessionCell("s1", EVERY_FIELD).snapshot();
    expect({ sessionId, ...fields }).toMatchObject(EVERY_FIELD);
  });

  it("holds every field of the state", () => {
    const root: Required<Omit<AcpState, "sessions">> = {
      protocolVersion: 2,
      agent: { info: { name: "agent", version: "1" } },
      connection: { status: "ready" },
      elicitations: [],
    };
    const tree = new StateTree(emptyState(1));
    tree.root = root;
    tree.touch();
    expect(tree.snapshot()).toMatchObject(root);
  });

  it("is the same until something is written", () => {
    const tree = new StateTree(emptyState(1));
    const cell = new SessionCell("s1", EVERY_FIELD);
    tree.addCell(cell);
    const before = tree.snapshot();
    expect(tree.snapshot()).toBe(before);
    cell.fields = { ...cell.fields, cwd: "/elsewhere" };
    tree.touch(cell);
    expect(tree.snapshot().sessions.get("s1")?.cwd).toBe("/elsewhere");
    expect(before.sessions.get("s1")?.cwd).toBe("/w");
  });
});
