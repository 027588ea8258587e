import {
  useAuth,
  useModelPicker,
  useModePicker,
  useModels,
  useSessionCatalog,
} from "@acp-store/react";
import { act } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { chunk, type CountingStore, hook } from "./support.js";

const sent = (id: number, method: string, params: object) => ({
  dir: "sent" as const,
  msg: { jsonrpc: "2.0", id, method, params },
});
const recv = (msg: object) => ({ dir: "recv" as const, msg: { jsonrpc: "2.0", ...msg } });
const error = { code: -32602, message: "No" };

function list(store: CountingStore, ...sessions: object[]): void {
  store.observe(sent(1, "session/list", { archived: "include" }));
  store.observe(recv({ id: 1, result: { sessions } }));
}

describe("useSessionCatalog", () => {
  const s1 = { sessionId: "s1", cwd: "/app", title: "Fix", updatedAt: "2026-01-01T00:00:00Z" };
  const s2 = { sessionId: "s2", cwd: "/site", updatedAt: "2026-01-02T00:00:00Z", archived: true };

  it("lists the sessions that match", () => {
    const { store, value } = hook(() => ({
      all: useSessionCatalog().map(({ sessionId }) => sessionId),
      found: useSessionCatalog({ query: "site", archived: "include" }, (all) => all.length),
    }));
    act(() => list(store, s1, s2));
    expect(value()).toEqual({ all: ["s1"], found: 1 });
  });

  it("renders when a session gets news, and not for its chunks", () => {
    const { store, value, rendersOf } = hook(() => useSessionCatalog({ query: "fix" }));
    act(() => list(store, s1));
    act(() => void store.startTurn("s1"));
    expect(rendersOf(() => store.update(chunk("Hel")))).toBe(0);
    expect(rendersOf(() => store.update(chunk("lo")))).toBe(0);
    expect(rendersOf(() => store.endTurn("s1", { stopReason: "end_turn" }))).toBe(1);
    expect(value()[0]?.unread).toBe(true);
    expect(rendersOf(() => store.markSessionRead("s1"))).toBe(1);
    expect(rendersOf(() => store.markSessionRead("s1"))).toBe(0);
  });

  it("does not render when another session changes", () => {
    const { store, rendersOf } = hook(() => useSessionCatalog({ query: "fix" }));
    act(() => list(store, s1, s2));
    expect(rendersOf(() => list(store, s1, { ...s2, title: "New" }))).toBe(0);
  });
});

describe("useAuth", () => {
  it("returns the sign-in methods and follows the sign-in", () => {
    const { store, value } = hook(() => useAuth());
    expect(value()).toEqual({ status: "unknown", methods: [] });
    const methods = [{ id: "key", name: "API key" }];
    act(() => {
      store.observe(sent(0, "initialize", {}));
      store.observe(recv({ id: 0, result: { protocolVersion: 1, authMethods: methods } }));
      store.observe(sent(1, "session/new", { cwd: "/w" }));
      store.observe(recv({ id: 1, error: { code: -32000, message: "Sign in first" } }));
    });
    const required = { code: -32000, message: "Sign in first" };
    const since = expect.any(Number);
    expect(value()).toEqual({ status: "required", error: required, since, methods });
    act(() => void store.observe(sent(2, "authenticate", { methodId: "key" })));
    expect(value()).toEqual({ status: "in_progress", methodId: "key", since, methods });
    act(() => void store.observe(recv({ id: 2, error })));
    expect(value()).toEqual({ status: "failed", methodId: "key", error, since, methods });
  });

  it("renders only when the selected value changes", () => {
    const { store, rendersOf } = hook(() => useAuth((auth) => auth.status === "done"));
    expect(rendersOf(() => store.observe(sent(1, "authenticate", { methodId: "a" })))).toBe(0);
    expect(rendersOf(() => store.observe(recv({ id: 1, result: {} })))).toBe(1);
  });
});

describe("a picker", () => {
  const availableModels = [
    { modelId: "small", name: "Small" },
    { modelId: "large", name: "Large" },
  ];
  const modes = { currentModeId: "ask", availableModes: [{ id: "ask", name: "Ask" }] };

  it("returns a choice immediately, and the old value with the error when it is refused", () => {
    const { store, value } = hook(() => ({
      model: useModels((models) => models?.currentModelId),
      picked: useModelPicker((picker) => picker?.value),
      error: useModelPicker((picker) => picker?.change?.error?.message),
      mode: useModePicker((picker) => picker?.value),
    }));
    act(() => {
      const models = { currentModelId: "small", availableModels };
      store.openSession({ sessionId: "s1", modes, models });
    });
    expect(value()).toMatchObject({ model: "small", picked: "small", mode: "ask" });
    const params = { sessionId: "s1", modelId: "large" };
    act(() => void store.observe(sent(1, "session/set_model", params)));
    expect(value()).toMatchObject({ model: "large", picked: "large" });
    act(() => void store.observe(recv({ id: 1, error })));
    expect(value()).toEqual({ model: "small", picked: "small", error: "No", mode: "ask" });
  });
});
