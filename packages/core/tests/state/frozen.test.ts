import {
  type AcpPatch,
  applyAcpPatches,
  createAcpStore,
  deserialize,
  type ReadableAcpStore,
  serialize,
} from "@acp-store/core";
import { createReplica } from "@acp-store/core/replica";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { traffic } from "../support/randomTraffic.js";
import { ALL_RECORDINGS, recordedFrames } from "../support/recordings.js";
import { plain, session, text, trackedStore } from "../support/trackedStore.js";

/**
 * Returns the path of a part of a value that can be changed. Parts that were checked before are
 * skipped.
 */
function findUnfrozen(
  value: unknown,
  checked: WeakSet<object> = new WeakSet(),
  path: string = "state",
): string | undefined {
  if (typeof value !== "object" || value === null || checked.has(value)) return undefined;
  checked.add(value);
  if (!Object.isFrozen(value)) return path;
  const parts: [PropertyKey, unknown][] = [
    ...(value instanceof Map ? value : []),
    ...Reflect.ownKeys(value).map((key): [PropertyKey, unknown] => [key, Reflect.get(value, key)]),
  ];
  for (const [key, part] of parts) {
    const found = findUnfrozen(part, checked, `${path}.${String(key)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Checks a store now and after each of its commits. */
function expectAlwaysFrozen(store: ReadableAcpStore): void {
  const checked = new WeakSet();
  expect(findUnfrozen(store.getState(), checked)).toBeUndefined();
  store.inspect((record) => {
    if (record.type === "commit") expect(findUnfrozen(store.getState(), checked)).toBeUndefined();
  });
}

const overJson = (patches: readonly AcpPatch[]): AcpPatch[] =>
  JSON.parse(JSON.stringify(patches)) as AcpPatch[];

describe.each([1, 2] as const)(
  "after random traffic of version %s, the state",
  (protocolVersion) => {
    it("is frozen in the store, in a replica and in a deserialized copy", () => {
      fc.assert(
        fc.property(traffic[protocolVersion], (actions) => {
          const store = trackedStore({ protocolVersion });
          const replica = createReplica({ initialState: store.getState(), scheduler: "sync" });
          let patched = store.getState();
          store.inspect((record) => {
            if (record.type !== "commit") return;
            replica.applyPatches(overJson(record.patches));
            patched = applyAcpPatches(patched, overJson(record.patches));
          });
          expectAlwaysFrozen(store);
          expectAlwaysFrozen(replica);
          for (const act of actions) act(store);
          expect(findUnfrozen(patched)).toBeUndefined();
          const restored = deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))));
          expect(findUnfrozen(restored)).toBeUndefined();
          const next = createAcpStore({ protocolVersion });
          next.restoreSession(restored);
          expect(findUnfrozen(next.getState())).toBeUndefined();
          expect(plain(patched)).toEqual(plain(store.getState()));
        }),
      );
    });
  },
);

it.each(ALL_RECORDINGS)("is frozen after the frames of %s", (name) => {
  const store = createAcpStore({ scheduler: "sync" });
  const checked = new WeakSet();
  for (const frame of recordedFrames(name)) {
    store.observe(frame);
    expect(findUnfrozen(store.getState(), checked)).toBeUndefined();
  }
});

it("throws when the application writes to a session, a list or a table", () => {
  const store = trackedStore();
  store.update({ sessionUpdate: "agent_message_chunk", content: text("Hi") });
  const writable = session(store) as unknown as { activity: string; timeline: unknown[] };
  expect(() => (writable.activity = "idle")).toThrow(TypeError);
  expect(() => writable.timeline.push({})).toThrow(TypeError);
  expect(() => (session(store).notices as unknown[]).push({})).toThrow(TypeError);
  expect(() => Object.assign(store.getState(), { protocolVersion: 2 })).toThrow(TypeError);
  const sessions = store.getState().sessions as Map<string, unknown>;
  expect(() => sessions.set("s1", {})).toThrow("read-only");
  expect(() => Map.prototype.clear.call(sessions)).toThrow(TypeError);
});

it("freezes an initial state that the application has built from another one", () => {
  const { getState } = trackedStore();
  const initialState = { ...getState(), agent: { info: { name: "Agent", version: "1" } } };
  expect(findUnfrozen(createAcpStore({ initialState }).getState())).toBeUndefined();
  expect(
    findUnfrozen(createReplica({ initialState: { ...initialState } }).getState()),
  ).toBeUndefined();
});

describe("the work of freezing", () => {
  afterEach(() => vi.restoreAllMocks());

  /** Counts the objects that are looked at while `update` and a read of the state run. */
  function countWork(size: number, update: (store: ReturnType<typeof trackedStore>) => void) {
    const store = createAcpStore({ scheduler: "sync" });
    const sends = (fields: object): void => void store.ingest({ sessionId: "s1", update: fields });
    for (let index = 0; index < size; index++) {
      sends({ sessionUpdate: "tool_call", toolCallId: `c${index}`, title: "Read" });
      const image = { type: "image", data: "", mimeType: "image/png" };
      sends({ sessionUpdate: "agent_message_chunk", messageId: "m", content: image });
    }
    const readAll = () => [...(store.getState().sessions.get("s1")?.messages.values() ?? [])];
    readAll();
    const isFrozen = vi.spyOn(Object, "isFrozen");
    const freeze = vi.spyOn(Object, "freeze");
    update(store as ReturnType<typeof trackedStore>);
    readAll();
    const work = isFrozen.mock.calls.length + freeze.mock.calls.length;
    vi.restoreAllMocks();
    return work;
  }

  it.each([
    {
      name: "a tool call",
      fields: { sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed" },
    },
    {
      name: "a new tool call",
      fields: { sessionUpdate: "tool_call", toolCallId: "new", title: "Read" },
    },
    {
      name: "a chunk",
      fields: { sessionUpdate: "agent_message_chunk", messageId: "m", content: text("a") },
    },
  ])("does not grow with the session for $name", ({ fields }) => {
    const update = (store: ReturnType<typeof trackedStore>): void =>
      void store.ingest({ sessionId: "s1", update: fields });
    const small = countWork(10, update);
    expect(small).toBeGreaterThan(0);
    expect(countWork(1_000, update)).toBeLessThan(2 * small);
  });
});
