import {
  useAgent,
  useCommands,
  useConfigOptions,
  useModes,
  useNotices,
  useUsage,
} from "@acp-store/react";
import { act } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { chunk, countingStore, hook, usage } from "./support.js";

const commands = (...names: string[]) => ({
  sessionUpdate: "available_commands_update",
  availableCommands: names.map((name) => ({ name, description: `Does ${name}` })),
});

const settings = (model: string, effort = "high") => ({
  sessionUpdate: "config_option_update",
  configOptions: Object.entries({ model, effort }).map(([id, currentValue]) => ({
    id,
    name: id,
    type: "select",
    currentValue,
    options: [{ value: currentValue, name: currentValue }],
  })),
});

describe("useUsage", () => {
  it("returns the last report of the agent", () => {
    const { value, update } = hook(() => useUsage());
    expect(value()).toBeUndefined();
    update(usage(10));
    expect(value()).toEqual({ used: 10, size: 100 });
  });

  it("renders once for a new number and not for the same number", () => {
    const { store, update, rendersOf } = hook(() => useUsage());
    update(usage(10));
    expect(rendersOf(() => store.update(usage(11)))).toBe(1);
    expect(rendersOf(() => store.update(usage(11)))).toBe(0);
  });

  it("does not run its selector for a chunk", () => {
    let runs = 0;
    const { store, update } = hook(() => useUsage((item) => [runs++, item?.used]));
    update(usage(10));
    runs = 0;
    act(() => store.update(chunk("Hello")));
    expect(runs).toBe(0);
  });

  it("renders only when the selected value changes", () => {
    const { store, value, update, rendersOf } = hook(() =>
      useUsage((item) => item && Math.round((10 * item.used) / item.size)),
    );
    update(usage(10));
    expect(rendersOf(() => store.update(usage(11)))).toBe(0);
    expect(rendersOf(() => store.update(usage(20)))).toBe(1);
    expect(value()).toBe(2);
  });

  it("reads the session in its options", () => {
    const { value, update } = hook(() => ({
      usage: useUsage({ sessionId: "s2" }),
      used: useUsage({ select: (item) => item?.used, sessionId: "s2" }),
    }));
    update(usage(1));
    update(usage(2), "s2");
    expect(value()).toEqual({ usage: { used: 2, size: 100 }, used: 2 });
  });
});

describe("useCommands", () => {
  it("lists the commands that the agent currently offers", () => {
    const { value, update } = hook(() => useCommands());
    update(commands("plan", "web"));
    expect(value().map(({ name }) => name)).toEqual(["plan", "web"]);
    update(commands());
    expect(value()).toEqual([]);
  });

  it("returns the same empty list before and after the session is known", () => {
    const { value, update, rerender } = hook(() => useCommands());
    const before = value();
    update(chunk("Hello"));
    rerender();
    expect(value()).toBe(before);
  });

  it("keeps the previous list if equalityFn accepts it", () => {
    const equalityFn = (a: readonly string[], b: readonly string[]) => a.join() === b.join();
    const { store, value, update, rendersOf } = hook(() =>
      useCommands({ select: (all) => all.map(({ name }) => name), equalityFn }),
    );
    update(commands("plan"));
    const before = value();
    const changed = { ...commands("plan"), availableCommands: [{ name: "plan", description: "" }] };
    expect(rendersOf(() => store.update(changed))).toBe(0);
    expect(value()).toBe(before);
  });
});

describe("useConfigOptions", () => {
  it("selects one setting", () => {
    const { store, value, update, rendersOf } = hook(() =>
      useConfigOptions((all) => all.find(({ id }) => id === "model")?.currentValue),
    );
    update(settings("small"));
    expect(value()).toBe("small");
    expect(rendersOf(() => store.update(settings("small", "low")))).toBe(0);
    expect(rendersOf(() => store.update(settings("large", "low")))).toBe(1);
  });

  it("lists all settings", () => {
    const { value, update } = hook(() => useConfigOptions());
    update(settings("small"));
    expect(value().map(({ id }) => id)).toEqual(["model", "effort"]);
  });
});

describe("useModes", () => {
  it("returns the available modes and the current one", () => {
    const { store, value, update } = hook(() => useModes());
    expect(value()).toBeUndefined();
    const availableModes = [{ id: "ask", name: "Ask" }];
    act(() =>
      store.openSession({ sessionId: "s1", modes: { currentModeId: "ask", availableModes } }),
    );
    update({ sessionUpdate: "current_mode_update", currentModeId: "code" });
    expect(value()).toEqual({ currentModeId: "code", availableModes });
  });
});

describe("useNotices", () => {
  it("lists the newest notice last", () => {
    const { value, update } = hook(() => useNotices((all) => all.at(-1)?.title), countingStore(2));
    update({ sessionUpdate: "notice", severity: "info", title: "First" });
    update({ sessionUpdate: "notice", severity: "warning", title: "Second" });
    expect(value()).toBe("Second");
  });
});

describe("useAgent", () => {
  it("returns the name and version of the agent", () => {
    const { store, value } = hook(() => useAgent((agent) => agent.info?.name));
    const result = { protocolVersion: 1, agentInfo: { name: "Helper", version: "1" } };
    act(() => {
      const params = { protocolVersion: 1 };
      store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id: 0, method: "initialize", params } });
      store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 0, result } });
    });
    expect(value()).toBe("Helper");
  });
});
