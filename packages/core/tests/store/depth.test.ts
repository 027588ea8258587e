import {
  type AcpPatch,
  applyAcpPatches,
  createAcpStore,
  type Diagnostic,
  limitLevels,
  serialize,
} from "@acp-store/core";
import { createReplica } from "@acp-store/core/replica";
import { describe, expect, it } from "vitest";
import { nested } from "../support/nested.js";
import { type TrackedStore, trackedStore } from "../support/trackedStore.js";

const DEEP = 4800;

/** The levels of a message above the `rawInput` of an update. */
const ABOVE = 2;

function callWith(rawInput: unknown): Record<string, unknown> {
  return { sessionUpdate: "tool_call", toolCallId: "c1", title: "Read", rawInput };
}

function rawInputOf(store: TrackedStore): unknown {
  return store.getState().sessions.get("s1")?.toolCalls.get("c1")?.rawInput;
}

function tooDeep(above: readonly string[], levels: number, value = 257): Partial<Diagnostic> {
  return {
    code: "too_deep",
    path: [...above, ...Array.from({ length: levels }, () => "in")],
    value,
  };
}

describe("a message with more than 256 levels", () => {
  it("loses what is below the last level", () => {
    const store = trackedStore();
    const result = store.update(callWith(nested(DEEP)));
    expect(result).toMatchObject({
      accepted: true,
      diagnostics: [tooDeep(["update", "rawInput"], 257 - ABOVE)],
    });
    expect(result.diagnostics[0]?.message).toBe(
      "Expected at most 256 levels. The value was replaced with null.",
    );
    expect(rawInputOf(store)).toEqual(nested(257 - ABOVE, null));
    expect(() => JSON.stringify([serialize(store.getState()), result])).not.toThrow();
  });

  it("is accepted whole up to the last level", () => {
    const store = trackedStore();
    expect(store.update(callWith(nested(256 - ABOVE)))).toEqual({
      accepted: true,
      diagnostics: [],
    });
    expect(rawInputOf(store)).toEqual(nested(256 - ABOVE));
    const result = store.update(callWith(nested(257 - ABOVE, [1])));
    expect(result.diagnostics[0]).toMatchObject(tooDeep(["update", "rawInput"], 257 - ABOVE));
  });

  it("is left unchanged for its owner", () => {
    const update = callWith(nested(DEEP));
    trackedStore().update(update);
    let levels = 0;
    for (let value: unknown = update; typeof value === "object" && value !== null; levels++)
      value = Reflect.get(value, levels === 0 ? "rawInput" : "in");
    expect(levels).toBe(DEEP + 1);
  });

  it("is shown to inspectors without what was replaced", () => {
    const store = trackedStore();
    const frames: string[] = [];
    store.inspect((record) => {
      if (record.type !== "commit") frames.push(JSON.stringify(record));
    });
    store.update(callWith(nested(DEEP)));
    const params = { sessionId: "s1", update: callWith(nested(DEEP)), later: nested(DEEP) };
    store.observe({ dir: "recv", msg: { method: "session/update", params } });
    expect(frames.map((text) => text.slice(0, 20))).toEqual([
      '{"type":"frame","fra',
      '{"type":"diagnostic"',
      '{"type":"frame","fra',
      '{"type":"diagnostic"',
      '{"type":"diagnostic"',
      '{"type":"diagnostic"',
    ]);
    expect(frames.join().length).toBeLessThan(30_000);
  });

  it("has a level for each step of its params, wherever they are", () => {
    const store = trackedStore();
    const params = { sessionId: "s1", update: callWith(nested(DEEP)) };
    const update = store.observe({ dir: "recv", msg: { method: "session/update", params } });
    expect(update.diagnostics).toMatchObject([
      tooDeep(["msg", "params", "update", "rawInput"], 257 - ABOVE),
    ]);
    const list = { id: 1, method: "session/list", params: { cursor: nested(DEEP) } };
    expect(store.observe({ dir: "sent", msg: list }).diagnostics).toMatchObject([
      tooDeep(["msg", "params", "cursor"], 256),
    ]);
    const answer = { id: 1, result: { sessions: [], _meta: nested(DEEP) } };
    expect(store.observe({ dir: "recv", msg: answer }).diagnostics).toMatchObject([
      tooDeep(["msg", "result", "_meta"], 256),
    ]);
    const failed = { id: 1, error: { code: 1, message: "No.", data: nested(DEEP) } };
    expect(store.observe({ dir: "recv", msg: failed }).diagnostics).toMatchObject([
      tooDeep(["msg", "error", "data"], 256),
    ]);
    const toolCall = { toolCallId: "c1", title: "Run", rawInput: nested(DEEP) };
    const asked = { sessionId: "s1", toolCall, options: [] };
    const request = { id: 1, method: "session/request_permission", params: asked };
    expect(store.observe({ dir: "recv", msg: request }).diagnostics).toMatchObject([
      tooDeep(["msg", "params", "toolCall", "rawInput"], 257 - ABOVE),
    ]);
    expect(() => JSON.stringify(serialize(store.getState()))).not.toThrow();
  });

  it("can be written as JSON when it is rejected", () => {
    const store = trackedStore();
    const results = [
      store.ingest(nested(DEEP)),
      store.ingest({ sessionId: "s1", update: nested(DEEP) }),
      store.observe({ dir: "recv", msg: nested(DEEP) }),
      store.observe(nested(DEEP) as never),
    ];
    for (const result of results) {
      expect(result.accepted).toBe(false);
      expect(JSON.stringify(result).length).toBeLessThan(10_000);
    }
  });

  it("is asked about and answered without what was replaced", async () => {
    const store = trackedStore();
    const found: unknown[] = [];
    store.inspect((record) => {
      if (record.type === "diagnostic") found.push(record.diagnostic);
    });
    const toolCall = { toolCallId: "c1", title: "Run", rawInput: nested(DEEP) };
    const answered = store.requestPermission({
      sessionId: "s1",
      toolCall,
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    });
    const [id = ""] = store.getState().sessions.get("s1")?.pendingPermissions ?? [];
    store.respondToPermission(id, "yes");
    expect(await answered).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    void store.requestElicitation({
      mode: "form",
      message: "Name?",
      requestedSchema: { type: "object", properties: {}, later: nested(DEEP) },
    });
    const [question = ""] = store.getState().pendingElicitations;
    const content = { name: nested(DEEP) } as never;
    store.respondToElicitation(question, { action: "accept", content });
    expect(found).toMatchObject([
      tooDeep(["toolCall", "rawInput"], 257 - ABOVE),
      tooDeep(["requestedSchema", "later"], 257 - ABOVE),
      tooDeep(["content", "name"], 257 - ABOVE),
    ]);
    expect(() => JSON.stringify(serialize(store.getState()))).not.toThrow();
  });

  it("reports a limited number of replaced parts", () => {
    const store = trackedStore();
    const items = Array.from({ length: 5000 }, () => 1);
    const { diagnostics } = store.update(callWith(nested(256 - ABOVE, items)));
    expect(diagnostics).toHaveLength(100);
    expect(diagnostics.at(-1)).toMatchObject({ code: "more_lost", value: 4901 });
  });
});

describe("a value that contains itself", () => {
  it("is cut where it begins again", () => {
    const store = trackedStore();
    const circle: Record<string, unknown> = { name: "circle" };
    circle["self"] = circle;
    circle["list"] = [circle, { other: circle }];
    const result = store.update(callWith(circle));
    expect(result.diagnostics).toMatchObject([
      { code: "too_deep", path: ["update", "rawInput", "self"] },
      { code: "too_deep", path: ["update", "rawInput", "list", 0] },
      { code: "too_deep", path: ["update", "rawInput", "list", 1, "other"] },
    ]);
    expect(rawInputOf(store)).toEqual({
      name: "circle",
      self: null,
      list: [null, { other: null }],
    });
    expect(() => JSON.stringify([serialize(store.getState()), result])).not.toThrow();
  });

  it("ends even if every object contains all others", () => {
    const objects = Array.from({ length: 50 }, (): Record<string, unknown> => ({}));
    for (const object of objects)
      objects.forEach((other, index) => Object.assign(object, { [index]: other }));
    const store = trackedStore();
    expect(store.update(callWith(objects)).accepted).toBe(true);
    expect(() => JSON.stringify(serialize(store.getState()))).not.toThrow();
  });
});

describe("a value of the application with more than 256 levels", () => {
  it("is cut in a prompt", () => {
    const store = trackedStore();
    const prompt = [
      { type: "text", text: "Hello", _meta: nested(DEEP) as Record<string, unknown> },
    ] as never;
    store.startTurn("s1", prompt, { display: prompt });
    const id = store.queuePrompt("s1", prompt);
    store.editQueuedPrompt("s1", id, prompt, { display: prompt });
    store.endTurn("s1", { error: { message: "It failed.", data: nested(DEEP) } });
    store.openSession({ sessionId: "s2", _meta: nested(DEEP) as Record<string, unknown> });
    expect(() => JSON.stringify(serialize(store.getState()))).not.toThrow();
  });

  it("is refused in a row of the timeline", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    const put = (data: unknown): string =>
      store.putApplicationRow("s1", { rowId: "r", data: data as never });
    expect(() => put(nested(DEEP))).toThrow(expect.objectContaining({ reason: "not_json" }));
    expect(() => put(nested(257))).toThrow(
      "a value that contains itself, or has more than 256 levels",
    );
    expect(put(nested(256))).toBe("r");
  });
});

describe("a patch with more than 512 levels", () => {
  const path = ["sessions", "s1", "toolCalls", "c1", "rawInput"];
  const deepPatches: readonly (readonly AcpPatch[])[] = [
    [{ op: "replace", path, value: nested(DEEP) }],
    [{ op: "replace", path: [...path, ...Array.from({ length: DEEP }, () => "in")], value: 1 }],
    Array.from({ length: 3 }, (_, index): AcpPatch => {
      const deeper = Array.from({ length: index * 250 }, () => "in");
      return { op: "replace", path: [...path, ...deeper], value: nested(250) };
    }),
  ];

  it.each(deepPatches.map((patches) => [patches.length, patches] as const))(
    "is refused by a replica, without a change: %i",
    (_length, patches) => {
      const store = trackedStore();
      store.update(callWith({}));
      const state = store.getState();
      const replica = createReplica({ initialState: state, scheduler: "sync" });
      expect(() => replica.applyPatches(patches)).toThrow("does not fit this state");
      expect(replica.getState()).toBe(state);
      expect(() => applyAcpPatches(state, patches)).toThrow("does not fit this state");
    },
  );
});

describe("limitLevels", () => {
  it("returns a value that has no more levels itself", () => {
    const value = nested(10);
    expect(limitLevels(value, 10)).toBe(value);
    expect(limitLevels("text", 0)).toBe("text");
  });

  it("returns a copy of any other value, with null below the last level", () => {
    expect(limitLevels(nested(10), 9)).toEqual(nested(10, null));
    expect(limitLevels({ a: [1, [2]], b: "text" }, 1)).toEqual({ a: [null, null], b: "text" });
  });
});

it("serializes a state of the application with thousands of levels", () => {
  const store = createAcpStore();
  store.ingest({ sessionId: "s1", update: callWith({ command: "ls" }) });
  expect(() =>
    serialize({ ...store.getState(), unknownFields: { later: nested(DEEP) } }),
  ).not.toThrow();
});
