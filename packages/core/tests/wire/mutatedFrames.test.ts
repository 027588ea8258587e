import { type AcpState, createAcpStore, deserialize, type Frame, serialize } from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordedFrames } from "../support/recordings.js";
import { plain } from "../support/trackedStore.js";

/** Messages in both directions that the recordings do not contain. */
const requests: readonly Frame[] = [
  sent({ id: 900, method: "session/new", params: { cwd: "/w", additionalDirectories: ["/x"] } }),
  recv({
    id: 900,
    result: {
      sessionId: "s9",
      modes: { currentModeId: "ask", availableModes: [{ id: "ask", name: "Ask" }] },
      availableCommands: [{ name: "init", description: "Set up", input: { hint: "path" } }],
      configOptions: [
        { id: "web", configId: "web", name: "Web", type: "boolean", currentValue: true },
      ],
    },
  }),
  sent({ id: 901, method: "session/prompt", params: { sessionId: "s9", prompt: [text("Hi")] } }),
  sent({ id: 902, method: "session/set_mode", params: { sessionId: "s9", modeId: "code" } }),
  recv({ id: 902, result: {} }),
  recv({
    id: 903,
    method: "terminal/create",
    params: { sessionId: "s9", command: "ls", args: ["-l"], cwd: "/w" },
  }),
  sent({ id: 903, result: { terminalId: "t1" } }),
  recv({ id: 904, method: "terminal/output", params: { sessionId: "s9", terminalId: "t1" } }),
  sent({ id: 904, result: { output: "a", truncated: false, exitStatus: { exitCode: 0 } } }),
  recv({
    id: 905,
    method: "elicitation/create",
    params: {
      sessionId: "s9",
      mode: "form",
      message: "Name?",
      requestedSchema: { type: "object" },
    },
  }),
  sent({ id: 905, result: { action: "accept", content: { name: "Ada" } } }),
  recv({
    method: "session/update",
    params: {
      sessionId: "s9",
      update: {
        sessionUpdate: "subagent_update",
        sessionId: "s10",
        state: { state: "idle", background: [{ type: "terminal", terminalId: "t1" }] },
        capabilities: { cancel: {} },
      },
    },
  }),
  recv({
    method: "session/update",
    params: {
      sessionId: "s9",
      update: {
        sessionUpdate: "plan_update",
        plan: { type: "_graph", planId: "p", entries: [], content: "a", uri: "file:///p" },
      },
    },
  }),
  recv({ id: 901, error: { code: -32603, message: "Failed", data: { at: 1 } } }),
];

const frameSets: Readonly<Record<string, readonly Frame[]>> = {
  "version 1, one agent": [...recordedFrames("claude-basic").slice(0, 12), ...requests],
  "version 1, another agent": [...recordedFrames("gemini-basic").slice(0, 12), ...requests],
  "version 2": [...recordedFrames("claude-basic-v2").slice(0, 12), ...requests],
};

const hostileValue = fc.constantFrom<unknown>(
  ...[null, true, 0, 7, -1, 0.5, 1e308, "", "text", "__proto__", [], [null], [7], {}],
  ...[{ type: 7 }, { type: "text" }, [{ type: "_new" }], { _meta: 7 }, undefined],
);
const hostileTime = fc.constantFrom<unknown>(
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, "12", null, {}],
);

/** A change to one frame. `steps` select a part of the message, which `value` replaces. */
const mutation = fc.record({
  frame: fc.nat(),
  steps: fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
  value: hostileValue,
  time: fc.option(hostileTime),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(Object.entries(frameSets))("observing mutated frames of %s", (_name, frames) => {
  it("leaves a state that survives serialization, after every frame", () => {
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
        const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 5 });
        for (const frame of mutate(frames, mutations)) {
          store.observe(frame);
          const state = store.getState();
          const json = JSON.parse(JSON.stringify(serialize(state))) as unknown;
          expect(plain(deserialize(json))).toEqual(plain(withoutConnection(state)));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("does not throw, in either direction", () => {
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 20 }), (mutations) => {
        const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 5 });
        for (const { dir, msg } of mutate(frames, mutations)) {
          const opposite = dir === "recv" ? "sent" : "recv";
          expect(() => store.observe({ dir, msg })).not.toThrow();
          expect(() => store.observe({ dir: opposite, msg })).not.toThrow();
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("the timestamp of a frame", () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, "12", null, undefined])(
    "is replaced by the store's clock if it is %s",
    (t) => {
      const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 5 });
      const params = { sessionId: "s1", prompt: [] };
      const msg = { id: 1, method: "session/prompt", params };
      store.observe({ dir: "sent", msg, t } as Frame);
      const [turn] = store.getState().sessions.get("s1")?.turns.values() ?? [];
      expect(turn?.startedAt).toBe(5);
    },
  );
});

describe("a value that violates the schemas", () => {
  it("does not reach the commands through the response to session/new in version 1", () => {
    const store = createAcpStore({ idPrefix: "t", scheduler: "sync" });
    store.observe(sent({ id: 1, method: "session/new", params: {} }));
    const availableCommands = [{ name: "init", description: "Set up" }, { name: 7 }, "init"];
    const result = store.observe(recv({ id: 1, result: { sessionId: "s1", availableCommands } }));
    expect(result.diagnostics.map(({ code, path }) => [code, path.join(".")])).toEqual([
      ["invalid_item", "msg.result.availableCommands.1"],
      ["invalid_item", "msg.result.availableCommands.2"],
    ]);
    expect(store.getState().sessions.get("s1")?.commands).toEqual([availableCommands[0]]);
  });

  it("does not reach the state through openSession", () => {
    const store = createAcpStore({ idPrefix: "t", scheduler: "sync" });
    const found: string[] = [];
    store.inspect((record) => {
      if (record.type === "diagnostic") found.push(record.diagnostic.path.join("."));
    });
    store.openSession({ sessionId: "s1", cwd: 7, configOptions: [{ id: 7 }] } as never);
    const session = store.getState().sessions.get("s1");
    expect(found).toEqual(["cwd", "configOptions.0"]);
    expect(session).toMatchObject({ sessionId: "s1", configOptions: [] });
    expect(session).not.toHaveProperty("cwd");
  });

  it("is ignored if it is an explicit undefined in an optional field", () => {
    const store = createAcpStore({ idPrefix: "t", scheduler: "sync" });
    const content = { type: "text", text: "a", annotations: undefined };
    const update = { sessionUpdate: "agent_message_chunk", content, messageId: undefined };
    expect(store.ingest({ sessionId: "s1", update })).toEqual({ accepted: true, diagnostics: [] });
    const [message] = store.getState().sessions.get("s1")?.messages.values() ?? [];
    expect(message?.content).toStrictEqual([text("a")]);
  });
});

function withoutConnection({ connection: _connection, ...state }: AcpState): object {
  return state;
}

function mutate(frames: readonly Frame[], mutations: readonly Mutation[]): Frame[] {
  const copies = structuredClone(frames) as Frame[];
  for (const { frame, steps, value, time } of mutations) {
    const target = copies[frame % copies.length];
    if (target === undefined) continue;
    // A copy, because a later mutation may change the value, which all runs share.
    replacePart(target.msg, steps, structuredClone(value));
    if (time !== null) Object.assign(target, { t: time });
  }
  return copies;
}

/** Follows the steps into a message and replaces the part at the end. */
function replacePart(root: unknown, steps: readonly number[], value: unknown): void {
  let parent = root as Record<string, unknown>;
  for (const [index, step] of steps.entries()) {
    const keys = Object.keys(parent);
    const key = keys[step % keys.length];
    if (key === undefined) return;
    const child = parent[key];
    if (index === steps.length - 1 || typeof child !== "object" || child === null) {
      if (value === undefined) delete parent[key];
      else parent[key] = value;
      return;
    }
    parent = child as Record<string, unknown>;
  }
}

function text(value: string) {
  return { type: "text", text: value };
}

function recv(msg: unknown): Frame {
  return { dir: "recv", msg };
}

function sent(msg: unknown): Frame {
  return { dir: "sent", msg };
}
