import { deserialize, type SettingChange, serialize } from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { observeCleanly, recv, sent, updated } from "../support/frames.js";
import { refolded } from "../support/refolded.js";
import { codes, plain, session, type TrackedStore, trackedStore } from "../support/trackedStore.js";

type Value = string | boolean;

/** One kind of setting: how it is requested, reported and read. */
interface Setting {
  readonly version: 1 | 2;
  readonly name: Pick<SettingChange, "setting" | "configId">;
  readonly values: readonly [Value, Value, Value];
  /** The part of the response to `session/new` that reports the setting. */
  setup(value: Value): object;
  request(id: number, value: Value): object;
  /** The result of the request. */
  result(value: Value): object;
  /** The agent's own report. */
  report(store: TrackedStore, value: Value): void;
  shown(store: TrackedStore): Value | undefined;
}

const option = (version: 1 | 2, id: string, currentValue: Value) => ({
  ...(version === 1 ? { id } : { configId: id }),
  name: id,
  ...(typeof currentValue === "boolean"
    ? { type: "boolean", currentValue }
    : {
        type: "select",
        currentValue,
        options: ["a", "b", "c"].map((value) => ({ value, name: value })),
      }),
});

const mode: Setting = {
  version: 1,
  name: { setting: "mode" },
  values: ["ask", "code", "plan"],
  setup: (value) => ({
    modes: { currentModeId: value, availableModes: [{ id: "ask", name: "Ask" }] },
  }),
  request: (id, modeId) => ({
    id,
    method: "session/set_mode",
    params: { sessionId: "s1", modeId },
  }),
  result: () => ({}),
  report: (store, currentModeId) =>
    observeCleanly(store, updated({ sessionUpdate: "current_mode_update", currentModeId })),
  shown: (store) => session(store).modes?.currentModeId,
};

const model: Setting = {
  version: 1,
  name: { setting: "model" },
  values: ["small", "large", "huge"],
  setup: (value) => ({
    models: { currentModelId: value, availableModels: [{ modelId: "small", name: "Small" }] },
  }),
  request: (id, modelId) => ({
    id,
    method: "session/set_model",
    params: { sessionId: "s1", modelId },
  }),
  result: () => ({}),
  // No update reports the model, but the session may be opened again.
  report: (store, value) => store.openSession({ sessionId: "s1", ...model.setup(value) }),
  shown: (store) => session(store).models?.currentModelId,
};

function configOption(version: 1 | 2, values: Setting["values"]): Setting {
  const options = (value: Value) => [option(version, "web", value), option(version, "other", "a")];
  return {
    version,
    name: { setting: "config_option", configId: "web" },
    values,
    setup: (value) => ({ configOptions: options(value) }),
    request: (id, value) => ({
      id,
      method: "session/set_config_option",
      params: { sessionId: "s1", configId: "web", value },
    }),
    result: (value) => ({ configOptions: options(value) }),
    report: (store, value) =>
      observeCleanly(
        store,
        updated({ sessionUpdate: "config_option_update", configOptions: options(value) }),
      ),
    shown: (store) =>
      session(store).configOptions.find(({ id }) => id === "web")?.currentValue as Value,
  };
}

const SETTINGS: [string, Setting][] = [
  ["the mode", mode],
  ["the model", model],
  ["a select option of version 1", configOption(1, ["a", "b", "c"])],
  ["a select option of version 2", configOption(2, ["a", "b", "c"])],
  ["a boolean option of version 1", configOption(1, [false, true, false])],
  ["a boolean option of version 2", configOption(2, [false, true, false])],
];

const NO = { code: -32602, message: "Not allowed" };

/** A session whose setting has its first value. */
function openSession(setting: Setting) {
  const store = trackedStore({ protocolVersion: setting.version });
  observeCleanly(store, sent({ id: 0, method: "session/new", params: { cwd: "/w" } }));
  const result = { sessionId: "s1", ...setting.setup(setting.values[0]) };
  observeCleanly(store, recv({ id: 0, result }));
  return {
    store,
    request: (id: number, value: Value) => observeCleanly(store, sent(setting.request(id, value))),
    accept: (id: number, value: Value) =>
      observeCleanly(store, recv({ id, result: setting.result(value) })),
    refuse: (id: number, error: object = NO) => observeCleanly(store, recv({ id, error })),
    report: (value: Value) => setting.report(store, value),
    shown: () => setting.shown(store),
    changes: () => session(store).settingChanges,
    expectToFold: () =>
      expect(plain(refolded(store.events, setting.version))).toEqual(plain(store.getState())),
  };
}

describe.each(SETTINGS)("%s", (_, setting) => {
  const [first, second, third] = setting.values;

  it("shows the choice as soon as it is sent, and keeps it when the agent accepts it", () => {
    const { request, accept, shown, changes, expectToFold } = openSession(setting);
    request(1, second);
    expect(shown()).toBe(second);
    expect(changes()).toMatchObject([{ ...setting.name, status: "pending", value: second }]);
    accept(1, second);
    expect(shown()).toBe(second);
    expect(changes()).toEqual([]);
    expectToFold();
  });

  it("returns to the confirmed value with the error when the agent refuses", () => {
    const { request, refuse, shown, changes, expectToFold } = openSession(setting);
    request(1, second);
    refuse(1);
    expect(shown()).toBe(first);
    expect(changes()).toMatchObject([
      { ...setting.name, status: "failed", value: second, error: NO },
    ]);
    expectToFold();
  });

  it("forgets the error when the setting is changed again", () => {
    const { request, refuse, accept, shown, changes } = openSession(setting);
    request(1, second);
    refuse(1);
    request(2, second);
    expect(changes()[0]).not.toHaveProperty("error");
    accept(2, second);
    expect(shown()).toBe(second);
    expect(changes()).toEqual([]);
  });

  it("shows the last of several choices, regardless of the order of the responses", () => {
    const { request, accept, shown, changes, expectToFold } = openSession(setting);
    request(1, second);
    request(2, third);
    accept(1, second);
    expect(shown()).toBe(third);
    expect(changes()[0]?.status).toBe("pending");
    accept(2, third);
    expect(shown()).toBe(third);
    expect(changes()).toEqual([]);
    expectToFold();
  });

  it("returns to the value that was confirmed meanwhile when the last choice is refused", () => {
    const { request, accept, refuse, shown } = openSession(setting);
    request(1, second);
    request(2, third);
    accept(1, second);
    refuse(2);
    expect(shown()).toBe(second);
  });

  it("keeps the last choice when an older one is refused", () => {
    const { request, accept, refuse, shown, changes } = openSession(setting);
    request(1, second);
    request(2, third);
    refuse(1);
    expect(shown()).toBe(third);
    accept(2, third);
    expect(shown()).toBe(third);
    expect(changes()).toEqual([]);
  });

  it("returns to the first value when all choices are refused, in any order", () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ]) {
      const { request, refuse, shown, changes } = openSession(setting);
      request(1, second);
      request(2, third);
      for (const id of order) refuse(id);
      expect(shown()).toBe(first);
      expect(changes()).toMatchObject([{ status: "failed" }]);
    }
  });

  it("returns to a value that the agent reported while the request was open", () => {
    const { request, refuse, report, shown, expectToFold } = openSession(setting);
    request(1, second);
    report(third);
    expect(shown()).toBe(second);
    refuse(1);
    expect(shown()).toBe(third);
    expectToFold();
  });

  it("shows what the agent reports when no request is open", () => {
    const { request, refuse, report, shown } = openSession(setting);
    request(1, second);
    refuse(1);
    report(third);
    expect(shown()).toBe(third);
  });

  it("returns to the confirmed value when the connection is lost", () => {
    const { store, request, shown, changes, expectToFold } = openSession(setting);
    request(1, second);
    store.disconnect("The agent exited.");
    expect(shown()).toBe(first);
    const error = { message: "The agent exited." };
    expect(changes()).toMatchObject([{ status: "failed", value: second, error }]);
    expectToFold();
  });

  it("ignores a response after the session was closed", () => {
    const { store, request, refuse, accept, expectToFold } = openSession(setting);
    request(1, second);
    request(2, third);
    store.closeSession("s1");
    const closed = store.getState();
    accept(1, second);
    refuse(2);
    expect(store.getState()).toBe(closed);
    expectToFold();
  });

  it("ignores a response for an earlier opening of the session", () => {
    const { store, request, refuse, shown, changes } = openSession(setting);
    request(1, second);
    store.closeSession("s1");
    store.openSession({ sessionId: "s1", ...setting.setup(third) });
    refuse(1);
    expect(shown()).toBe(third);
    expect(changes()).toEqual([]);
  });

  it("returns to the confirmed value after a restart in the middle of a change", () => {
    const { store, request } = openSession(setting);
    request(1, second);
    const saved = JSON.parse(JSON.stringify(serialize(store.getState())));
    const restored = trackedStore({ initialState: deserialize(saved) });
    expect(setting.shown(restored)).toBe(second);
    restored.disconnect();
    expect(setting.shown(restored)).toBe(first);
  });

  it("shows the newest open choice, or else the confirmed value, for any order of messages", () => {
    const step = fc.record({
      kind: fc.constantFrom("request", "accept", "refuse", "report"),
      value: fc.constantFrom(...setting.values),
      which: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { request, accept, refuse, report, shown, expectToFold } = openSession(setting);
        const isList = setting.name.setting === "config_option";
        let confirmed: Value = first;
        let open: { id: number; value: Value; isOutdated: boolean }[] = [];
        let lastId = 0;
        for (const { kind, value, which } of steps) {
          const target = open[which % Math.max(open.length, 1)];
          if (kind === "request") {
            request(++lastId, value);
            open.push({ id: lastId, value, isOutdated: false });
          } else if (kind === "report") {
            report(value);
            confirmed = value;
          } else if (target !== undefined) {
            open = open.filter((other) => other !== target);
            if (kind === "refuse") refuse(target.id);
            else {
              accept(target.id, target.value);
              // A list of settings is the agent's report, even if it arrives late.
              if (isList || !target.isOutdated) confirmed = target.value;
              for (const other of open) other.isOutdated ||= other.id < target.id;
            }
          }
          const newest = open.filter(({ isOutdated }) => !isOutdated).at(-1);
          expect(shown()).toBe(newest?.value ?? confirmed);
        }
        expectToFold();
      }),
    );
  });
});

describe("a choice", () => {
  it("does not affect other settings that are open", () => {
    const setting = configOption(1, ["a", "b", "c"]);
    const { store, request } = openSession(setting);
    const params = { sessionId: "s1", configId: "other", value: "c" };
    request(1, "b");
    observeCleanly(store, sent({ id: 2, method: "session/set_config_option", params }));
    // This response was made before the agent handled the second request.
    observeCleanly(store, recv({ id: 1, result: setting.result("b") }));
    const values = () => session(store).configOptions.map(({ currentValue }) => currentValue);
    expect(values()).toEqual(["b", "c"]);
    observeCleanly(store, recv({ id: 2, error: NO }));
    expect(values()).toEqual(["b", "a"]);
  });

  it("is kept when the agent accepts it with a malformed list", () => {
    const { store, request, shown, changes } = openSession(configOption(1, ["a", "b", "c"]));
    request(1, "b");
    const result = store.observe(recv({ id: 1, result: {} }));
    expect(codes(result)).toEqual(["invalid_message"]);
    expect(shown()).toBe("b");
    expect(changes()).toEqual([]);
  });

  it("is not shown if the setting cannot have the value", () => {
    const { store, request, refuse, shown } = openSession(configOption(1, ["a", "b", "c"]));
    request(1, true);
    expect(shown()).toBe("a");
    refuse(1);
    expect(shown()).toBe("a");
    expect(session(store).settingChanges).toMatchObject([{ status: "failed", value: true }]);
  });

  it("leaves no mode behind in a session without modes", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    observeCleanly(store, sent(mode.request(1, "code")));
    expect(session(store).modes).toEqual({ currentModeId: "code", availableModes: [] });
    observeCleanly(store, recv({ id: 1, error: NO }));
    expect(session(store).modes).toBeUndefined();
  });

  it("changes nothing in a closed session", () => {
    const { store } = openSession(mode);
    store.closeSession("s1");
    const before = store.getState();
    observeCleanly(store, sent(mode.request(1, "code")));
    observeCleanly(store, recv({ id: 1, result: {} }));
    expect(store.getState()).toBe(before);
  });
});

describe("a session", () => {
  const models = {
    currentModelId: "default",
    availableModels: [
      { modelId: "default", name: "Default", description: "Use the default model" },
      { modelId: "opus", name: "Opus", _meta: { cost: 5 } },
    ],
  };

  it.each([
    ["session/new", { cwd: "/w" }],
    ["session/fork", { sessionId: "s0", cwd: "/w" }],
    ["session/load", { sessionId: "s1", cwd: "/w" }],
    ["session/resume", { sessionId: "s1", cwd: "/w" }],
  ])("takes its models from the response to %s", (method, params) => {
    for (const protocolVersion of [1, 2] as const) {
      const store = trackedStore({ protocolVersion });
      observeCleanly(store, sent({ id: 1, method, params }));
      observeCleanly(store, recv({ id: 1, result: { sessionId: "s1", models } }));
      expect(session(store).models).toEqual(models);
      expect(plain(refolded(store.events, protocolVersion))).toEqual(plain(store.getState()));
    }
  });

  it("leaves out a malformed model, and ignores models without a current one", () => {
    const store = trackedStore();
    const respond = (id: number, sessionId: string, value: object) => {
      observeCleanly(store, sent({ id, method: "session/new", params: { cwd: "/w" } }));
      return store.observe(recv({ id, result: { sessionId, models: value } }));
    };
    const [large] = models.availableModels;
    const partly = respond(1, "s1", { ...models, availableModels: [{ name: "No id" }, large] });
    expect(codes(partly)).toEqual(["invalid_item"]);
    expect(session(store).models?.availableModels).toEqual([large]);
    const { currentModelId: _, ...incomplete } = models;
    expect(codes(respond(2, "s2", incomplete))).toEqual(["invalid_field"]);
    expect(store.getState().sessions.get("s2")?.models).toBeUndefined();
  });
});
