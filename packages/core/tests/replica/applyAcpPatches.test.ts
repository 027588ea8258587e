import {
  type AcpPatch,
  type AcpState,
  applyAcpPatches,
  createAcpStore,
  serialize,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { text, trackedStore } from "../support/trackedStore.js";

describe("applyAcpPatches", () => {
  it("shares everything that did not change", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A" });
    store.update({ sessionUpdate: "tool_call", toolCallId: "b", title: "B" });
    store.ingest({ sessionId: "s2", update: { sessionUpdate: "plan", entries: [] } });
    const before = store.getState();
    store.takePatches();
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "a", status: "completed" });
    const after = applyAcpPatches(before, store.takePatches());
    expect(after.sessions.get("s2")).toBe(before.sessions.get("s2"));
    expect(after.sessions.get("s1")?.toolCalls.get("b")).toBe(
      before.sessions.get("s1")?.toolCalls.get("b"),
    );
    expect(before.sessions.get("s1")?.toolCalls.get("a")?.status).toBe("pending");
    expect(after.sessions.get("s1")?.toolCalls.get("a")?.status).toBe("completed");
  });

  it("returns the same state for no patches", () => {
    const state = createAcpStore().getState();
    expect(applyAcpPatches(state, [])).toBe(state);
  });

  it("follows a store through JSON", () => {
    const store = trackedStore();
    let mirror = store.getState();
    store.inspect((record) => {
      if (record.type !== "commit") return;
      mirror = applyAcpPatches(mirror, JSON.parse(JSON.stringify(record.patches)) as AcpPatch[]);
    });
    store.startTurn("s1", [text("Go")]);
    store.update({ sessionUpdate: "agent_message_chunk", content: text("Hel") });
    store.update({ sessionUpdate: "agent_message_chunk", content: text("lo") });
    store.closeSession("s1");
    store.openSession({ sessionId: "s1", cwd: "/w" });
    expect(mirror).toEqual(store.getState());
  });

  it("continues in two directions from one state", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A" });
    const base = store.getState();
    const add = (id: string): AcpPatch[] => [
      { op: "add", path: ["sessions", "s1", "toolCalls", id], value: { toolCallId: id } },
    ];
    const [left, right] = [applyAcpPatches(base, add("left")), applyAcpPatches(base, add("right"))];
    expect([...(left.sessions.get("s1")?.toolCalls.keys() ?? [])]).toEqual(["a", "left"]);
    expect([...(right.sessions.get("s1")?.toolCalls.keys() ?? [])]).toEqual(["a", "right"]);
    expect(base.sessions.get("s1")?.toolCalls.size).toBe(1);
  });

  it.each<[string, AcpPatch]>([
    [
      "an unknown session",
      { op: "replace", path: ["sessions", "nobody", "activity"], value: "idle" },
    ],
    ["a path of another shape", { op: "remove", path: ["sessions"] }],
    ["a session that is not there", { op: "remove", path: ["sessions", "nobody"] }],
  ])("throws for a patch of %s", (_name, patch) => {
    expect(() => applyAcpPatches(createAcpStore().getState(), [patch])).toThrow(
      "does not fit this state",
    );
  });
});

describe("patches of fields and tables that only a newer release knows", () => {
  const at = (...path: (string | number)[]) => ["sessions", "s1", ...path];
  const start = () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    const path = at("_table");
    const value = [
      ["a", { text: "A" }],
      ["10", { text: "B", list: [1] }],
    ];
    return applyAcpPatches(store.getState(), [{ op: "add", path, value }]);
  };
  const table = (state: AcpState) => {
    const { state: saved } = serialize(state) as unknown as { state: Record<string, unknown> };
    const [[, session] = []] = saved["sessions"] as [string, Record<string, unknown>][];
    return session?.["_table"];
  };

  it.each<[string, AcpPatch, AcpPatch, unknown]>([
    [
      "adds an entity at the end",
      { op: "add", path: at("_table", "c"), value: {} },
      { op: "remove", path: at("_table", "c") },
      [
        ["a", { text: "A" }],
        ["10", { text: "B", list: [1] }],
        ["c", {}],
      ],
    ],
    [
      "removes an entity",
      { op: "remove", path: at("_table", "a") },
      { op: "add", path: at("_table", "a"), value: { text: "A" }, index: 0 },
      [["10", { text: "B", list: [1] }]],
    ],
    [
      "appends text",
      { op: "append", path: at("_table", "a", "text"), value: "+" },
      { op: "replace", path: at("_table", "a", "text", "length"), value: 1 },
      [
        ["a", { text: "A+" }],
        ["10", { text: "B", list: [1] }],
      ],
    ],
    [
      "adds an item to a list",
      { op: "add", path: at("_table", "10", "list", 1), value: 2 },
      { op: "replace", path: at("_table", "10", "list", "length"), value: 1 },
      [
        ["a", { text: "A" }],
        ["10", { text: "B", list: [1, 2] }],
      ],
    ],
  ])("applies and reverts a patch that %s", (_name, patch, inverse, expected) => {
    const before = start();
    const after = applyAcpPatches(before, [patch]);
    expect(table(after)).toEqual(expected);
    expect(table(applyAcpPatches(after, [inverse]))).toEqual(table(before));
  });

  it("sets a field at the top of the state", () => {
    const after = applyAcpPatches(start(), [{ op: "add", path: ["_root"], value: { a: 1 } }]);
    expect(serialize(after).state).toMatchObject({ _root: { a: 1 } });
  });
});

describe("initialState", () => {
  it("continues from the state of another store", () => {
    const first = trackedStore();
    first.update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A" });
    const second = trackedStore({ initialState: first.getState() });
    second.update({ sessionUpdate: "tool_call", toolCallId: "b", title: "B" });
    expect([...(second.getState().sessions.get("s1")?.toolCalls.keys() ?? [])]).toEqual(["a", "b"]);
    expect(first.getState().sessions.get("s1")?.toolCalls.size).toBe(1);
    expect(second.getInitialState()).toBe(first.getState());
  });
});

describe("a patch of streamed output", () => {
  const output = (size: number, index: number) => ({
    sessionUpdate: "terminal_output_chunk",
    terminalId: "t1",
    data: Buffer.from(String(index % 10).repeat(size)).toString("base64"),
  });

  it("has the size of the appended and dropped text at the limit of a terminal", () => {
    const store = trackedStore({ protocolVersion: 2, limits: { terminalBytes: 1000 } });
    for (let index = 0; index < 40; index++) store.update(output(100, index));
    let mirror = store.getState();
    let past = mirror;
    const sizes: number[] = [];
    store.inspect((record) => {
      if (record.type !== "commit") return;
      mirror = applyAcpPatches(mirror, record.patches);
      past = applyAcpPatches(mirror, record.inversePatches);
      sizes.push(JSON.stringify([record.patches, record.inversePatches]).length);
    });
    for (let index = 40; index < 80; index++) {
      const before = store.getState();
      store.update(output(100, index));
      expect(mirror).toEqual(store.getState());
      expect(past).toEqual(before);
    }
    expect(Math.max(...sizes)).toBeLessThan(1000);
  });

  it("replaces the output of a terminal that one chunk fills", () => {
    const store = trackedStore({ protocolVersion: 2, limits: { terminalBytes: 1000 } });
    store.update(output(10, 1));
    let after = store.getState();
    store.inspect((record) => {
      if (record.type === "commit") after = applyAcpPatches(after, record.patches);
    });
    store.update(output(2000, 2));
    expect(after).toEqual(store.getState());
    expect(after.sessions.get("s1")?.terminals.get("t1")).toMatchObject({
      output: "2".repeat(1000),
      outputBytes: 1000,
      truncatedBytes: 1010,
    });
  });

  it("inserts a timeline item at any position", () => {
    const store = trackedStore();
    for (const toolCallId of ["a", "b"])
      store.update({ sessionUpdate: "tool_call", toolCallId, title: "T" });
    const added = (position: number) => {
      const path = ["sessions", "s1", "timeline", position];
      const value = { type: "plan", id: "main" };
      const state = applyAcpPatches(store.getState(), [{ op: "add", path, value }]);
      return state.sessions.get("s1")?.timeline.map(({ id }) => id);
    };
    expect([added(0), added(1), added(2)]).toEqual([
      ["main", "a", "b"],
      ["a", "main", "b"],
      ["a", "b", "main"],
    ]);
    expect(store.getState().sessions.get("s1")?.timeline.length).toBe(2);
  });

  it("inserts an item after the last one", () => {
    const store = trackedStore({ protocolVersion: 2 });
    let mirror = store.getState();
    store.inspect((record) => {
      if (record.type === "commit") mirror = applyAcpPatches(mirror, record.patches);
    });
    for (const words of ["a", "b", "c"]) {
      const content = { type: "content", content: text(words) };
      store.update({ sessionUpdate: "tool_call_content_chunk", toolCallId: "c1", content });
      store.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", title: words });
      expect(mirror).toEqual(store.getState());
    }
    expect(mirror.sessions.get("s1")?.toolCalls.get("c1")?.content).toHaveLength(3);
  });
});
