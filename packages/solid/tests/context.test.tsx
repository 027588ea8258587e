import { createAcpStore } from "@acp-store/core";
import {
  AcpSessionProvider,
  AcpStoreProvider,
  useAcpStore,
  useAcpView,
  usePersistence,
  usePendingPermissions,
  useToolCall,
  useUsage,
} from "@acp-store/solid";
import { render, renderHook } from "@solidjs/testing-library";
import { createSignal, type JSX } from "solid-js";
import { describe, expect, it } from "vitest";
import { createFilledStore } from "../../core/tests/support/readCases.js";
import { callInside } from "./support.jsx";

describe("a missing provider", () => {
  const view = createAcpStore();
  const wrapper = (props: { readonly children: JSX.Element }) => (
    <AcpStoreProvider store={view}>{props.children}</AcpStoreProvider>
  );

  it.each([
    ["a store", () => useAcpView(), {}, "<AcpStoreProvider store={store}>"],
    ["a session", () => useUsage(), { wrapper }, "<AcpSessionProvider sessionId={sessionId}>"],
    [
      "a persistence",
      () => usePersistence(),
      { wrapper },
      "<AcpPersistenceProvider persistence={persistence}>",
    ],
  ])("is reported for %s", (_name, run, options, hint) => {
    expect(() => renderHook<[], unknown>(run, options)).toThrow(hint);
  });
});

describe("a mirror", () => {
  const { observe: _, ...mirror } = createFilledStore();
  const wrapper = (props: { readonly children: JSX.Element }) => (
    <AcpStoreProvider store={mirror}>{props.children}</AcpStoreProvider>
  );

  it("is refused by useAcpStore", () => {
    expect(() => renderHook(useAcpStore, { wrapper })).toThrow("Use useAcpView");
  });

  it("is read like a store", () => {
    const { result } = renderHook(() => useToolCall("c1", { sessionId: "s1" }), { wrapper });
    expect(result()?.title).toBe("Edit");
    expect(renderHook(useAcpView, { wrapper }).result).toBe(mirror);
  });
});

describe("useAcpStore", () => {
  it("returns the store", () => {
    const { store, result } = callInside(() => useAcpStore());
    expect(result).toBe(store);
  });
});

function createStoreWithUsage(used: number) {
  const store = createAcpStore({ scheduler: "sync" });
  const update = { sessionUpdate: "usage_update", size: 10 };
  store.ingest({ sessionId: "s1", update: { ...update, used } });
  store.ingest({ sessionId: "s2", update: { ...update, used: used + 1 } });
  return store;
}

function Usage() {
  const usage = useUsage();
  return <p>{usage()?.used}</p>;
}

describe("AcpSessionProvider", () => {
  it("changes the session of all components inside", () => {
    const [sessionId, setSessionId] = createSignal<string | undefined>("s1");
    const { container } = render(() => (
      <AcpStoreProvider store={createStoreWithUsage(1)}>
        <AcpSessionProvider sessionId={sessionId()}>
          <Usage />
        </AcpSessionProvider>
      </AcpStoreProvider>
    ));
    const [row] = container.children;
    expect(container.textContent).toBe("1");
    setSessionId("s2");
    expect(container.textContent).toBe("2");
    expect(container.children[0]).toBe(row);
    setSessionId(undefined);
    expect(container.textContent).toBe("");
  });
});

describe("AcpStoreProvider", () => {
  it("changes the store of all components inside", () => {
    const [store, setStore] = createSignal(createStoreWithUsage(1));
    const { container } = render(() => (
      <AcpStoreProvider store={store()}>
        <AcpSessionProvider sessionId="s1">
          <Usage />
        </AcpSessionProvider>
      </AcpStoreProvider>
    ));
    expect(container.textContent).toBe("1");
    setStore(createStoreWithUsage(5));
    expect(container.textContent).toBe("5");
  });
});

describe("usePendingPermissions", () => {
  it("answers through the provided view", async () => {
    const { store, result } = callInside(() => usePendingPermissions());
    const outcome = store.requestPermission({
      sessionId: "s1",
      toolCall: { toolCallId: "c1", title: "Edit" },
      options: [{ optionId: "yes", name: "Allow", kind: "allow_once" }],
    });
    result()[0]?.respond("yes");
    expect(await outcome).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(result()).toEqual([]);
  });
});
