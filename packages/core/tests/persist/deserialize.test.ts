import {
  type AcpDeserializeError,
  type AcpState,
  createAcpStore,
  deserialize,
  isAcpDeserializeError,
  selectActiveLocation,
  selectAttention,
  selectChangedFiles,
  selectPendingPermissions,
  selectPlanProgress,
  selectTurn,
  serialize,
} from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { play } from "../support/playRecording.js";
import { type Action, traffic } from "../support/randomTraffic.js";
import { text, trackedStore } from "../support/trackedStore.js";

type Json = Record<string, unknown>;

const GONE = Symbol("gone");
const SIMILAR = Symbol("similar");

const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json;

function refusal(value: unknown): AcpDeserializeError {
  try {
    deserialize(value);
  } catch (error) {
    if (isAcpDeserializeError(error)) return error;
    throw error;
  }
  throw new Error("It was taken.");
}

function sample(): Json {
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 0 });
  store.startTurn("s1", [text("Go")]);
  const update = { sessionUpdate: "tool_call", toolCallId: "a", title: "A" };
  store.ingest({ sessionId: "s1", update });
  return json(serialize(store.getState()));
}

/** Returns the sample with one value replaced, by its path such as `state.sessions.0.1.activity`. */
function sampleWith(path: string, value: unknown): Json {
  const root = sample();
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = keys.reduce((at, key) => at[key] as Json, root);
  parent[last] = value;
  return root;
}

describe("deserialize", () => {
  it.each<[string, unknown]>([
    ["the text of it", JSON.stringify(sample())],
    ["nothing", undefined],
    ["a function", () => {}],
    ["a map", new Map()],
    ["a date inside", sampleWith("state.sessions.0.1.toolCalls.0.1.rawInput", new Date())],
    ["what cannot end", sampleWith("state.agent.info", Number.NaN)],
  ])("rejects a value that is not plain JSON: %s", (_name, value) => {
    expect(refusal(value)).toMatchObject({ name: "AcpDeserializeError", reason: "not_json" });
  });

  it("rejects a cyclic or too deeply nested value", () => {
    const circle = sample();
    circle["self"] = circle;
    const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`) as unknown;
    expect(refusal(circle).reason).toBe("not_json");
    expect(refusal(sampleWith("state.agent.info", deep)).reason).toBe("not_json");
  });

  it("accepts or rejects deeply nested values", () => {
    const results = Array.from({ length: 40 }, (_, step) => {
      const depth = step * 250;
      const deep = JSON.parse(`${"[".repeat(depth)}1${"]".repeat(depth)}`) as unknown;
      const state = readOrRefuse(sampleWith("state.sessions.0.1.toolCalls.0.1.rawInput", deep));
      return state !== undefined;
    });
    expect(results[2]).toBe(true);
  });

  it.each([3, 0, "1", null])("rejects format version %j", (version) => {
    const error = refusal({ ...sample(), version, state: "whatever" });
    expect(error).toMatchObject({ reason: "unknown_version", path: ["version"] });
    expect(error.message).toContain(
      `[acp-store] This state was serialized in format version ${JSON.stringify(version)}`,
    );
  });

  it.each<[unknown, string]>([
    [null, ""],
    [[], ""],
    [7, ""],
    [{}, "format"],
    [{ format: "acp-store" }, "version"],
    [{ format: "another", version: 1, state: {} }, "format"],
    [sampleWith("state", 1), "state"],
    [sampleWith("state.protocolVersion", 3), "state.protocolVersion"],
    [sampleWith("state.sessions", {}), "state.sessions"],
    [sampleWith("state.sessions.0.1.sessionId", "s2"), "state.sessions.0.1.sessionId"],
    [sampleWith("state.sessions.0.1.activity", "busy"), "state.sessions.0.1.activity"],
    [sampleWith("state.sessions.0.1.toolCalls.0", ["a"]), "state.sessions.0.1.toolCalls.0"],
    [
      sampleWith("state.sessions.0.1.toolCalls.0.0", "b"),
      "state.sessions.0.1.toolCalls.0.1.toolCallId",
    ],
    [
      sampleWith("state.sessions.0.1.toolCalls.0.1.content", [{ type: "diff", path: "/a" }]),
      "state.sessions.0.1.toolCalls.0.1.content.0",
    ],
    [sampleWith("state.sessions.1", sample()["state"]), "state.sessions.1"],
  ])("names the path of an invalid value: %#", (value, path) => {
    const error = refusal(value);
    expect(error.reason).toBe("invalid");
    expect(error.path.join(".").startsWith(path)).toBe(true);
    expect(error.message).toMatch(/^\[acp-store\] This is not a serialized state: /);
  });

  it("rejects a duplicate id and a permission of another session", () => {
    const twice = sample();
    const { sessions } = twice["state"] as { sessions: unknown[] };
    sessions.push(sessions[0]);
    expect(refusal(twice)).toMatchObject({ reason: "invalid", path: ["state", "sessions", 1, 0] });
    const store = trackedStore();
    void store.requestPermission({ sessionId: "s1", toolCall: { toolCallId: "c" }, options: [] });
    const saved = JSON.stringify(serialize(store.getState()));
    const elsewhere = saved.replace('"sessionId":"s1","options"', '"sessionId":"s2","options"');
    expect(elsewhere).not.toBe(saved);
    expect(refusal(JSON.parse(elsewhere)).path.at(-1)).toBe("sessionId");
  });

  it("recognizes its errors, even from another copy of the package", () => {
    const copy = Object.create({
      [Symbol.for("acp-store.AcpStoreError")]: true,
      name: "AcpDeserializeError",
    }) as object;
    expect([refusal({}), copy, new Error("x"), null].map(isAcpDeserializeError)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("a corrupted state", () => {
  const states = [1, 2].map((version) =>
    fc.tuple(fc.constant(version as 1 | 2), traffic[version as 1 | 2]),
  );
  const damage = fc.record({
    at: fc.noBias(fc.nat(0xfffff)),
    value: fc.oneof(
      fc.constant(GONE),
      fc.constant(SIMILAR),
      fc.constantFrom<unknown>("a", [], {}, null, 0, true),
      fc.jsonValue(),
    ),
  });

  it("is either rejected or usable", () => {
    let taken = 0;
    fc.assert(
      fc.property(
        fc.oneof(...states),
        fc.array(damage, { minLength: 1, maxLength: 2 }),
        ([protocolVersion, actions], damages) => {
          const store = createAcpStore({ idPrefix: "t", protocolVersion, scheduler: "sync" });
          for (const act of actions) act(tracked(store));
          const saved = json(serialize(store.getState()));
          for (const { at, value } of damages) spoil(saved, at, value);
          const state = readOrRefuse(saved);
          if (state === undefined) return;
          taken++;
          exercise(state, actions);
        },
      ),
      { numRuns: 400 },
    );
    expect(taken).toBeGreaterThan(40);
  });

  it("is either rejected or usable with any node of a recorded state removed", () => {
    const saved = json(serialize(play("claudezed-basic-fullcaps", 40).store.getState()));
    const count = nodesOf(saved).length;
    let taken = 0;
    for (let node = 0; node < count; node += 3) {
      const damaged = structuredClone(saved);
      spoil(damaged, node, GONE);
      const state = readOrRefuse(damaged);
      if (state === undefined) continue;
      taken++;
      exercise(state, []);
    }
    expect(taken).toBeGreaterThan(10);
  });
});

function tracked(store: ReturnType<typeof createAcpStore>): Parameters<Action>[0] {
  const update = (sent: object) => store.ingest({ sessionId: "s1", update: sent });
  return { ...store, update, events: [], patches: [], takePatches: () => [] };
}

function readOrRefuse(value: unknown): AcpState | undefined {
  try {
    return deserialize(value);
  } catch (error) {
    if (isAcpDeserializeError(error)) return undefined;
    throw error;
  }
}

/** Reads everything, answers pending requests and sends further updates. */
function exercise(initialState: AcpState, actions: readonly Action[]): void {
  const store = trackedStore({ initialState });
  for (const { permissionId, options } of selectPendingPermissions(store.getState()))
    if (options[0]) store.respondToPermission(permissionId, options[0].optionId);
  for (const act of actions) act(store);
  store.update({ sessionUpdate: "agent_message_chunk", content: text("hi") });
  const state = store.getState();
  selectAttention(state);
  for (const sessionId of state.sessions.keys()) {
    selectActiveLocation(state, sessionId);
    selectChangedFiles(state, sessionId);
    selectPlanProgress(state, sessionId);
    selectTurn(state, sessionId);
    store.cancelTurn(sessionId);
    store.endTurn(sessionId, { stopReason: "end_turn" });
  }
  store.disconnect();
  expect(selectAttention(store.getState())).toEqual([]);
  deserialize(json(serialize(store.getState())));
  for (const sessionId of state.sessions.keys()) store.closeSession(sessionId);
}

/** Returns every position in a value: its container and its key. */
function nodesOf(value: unknown): [Json, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key): [Json, string][] => [
    [value as Json, key],
    ...nodesOf((value as Json)[key]),
  ]);
}

function spoil(root: Json, at: number, value: unknown): void {
  const nodes = nodesOf(root);
  const [parent, key] = nodes[at % nodes.length] ?? [root, "state"];
  if (value !== GONE) {
    const spoilt = value === SIMILAR ? similarTo(parent[key], at) : value;
    const own = { enumerable: true, configurable: true, writable: true };
    Object.defineProperty(parent, key, { ...own, value: spoilt });
  } else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

/** Returns another value of the same type. */
function similarTo(value: unknown, at: number): unknown {
  if (typeof value === "string") return ["", "a", "s1", "turn-1", "__proto__"][at % 5];
  if (typeof value === "number") return [0, -1, 0.5, 1e300][at % 4];
  return Array.isArray(value) ? [] : {};
}
