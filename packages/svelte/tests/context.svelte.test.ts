import { createAcpStore } from "@acp-store/core";
import {
  useAcpStore,
  useAcpView,
  usePersistence,
  usePendingPermissions,
  useToolCall,
  useUsage,
} from "@acp-store/svelte";
import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";
import { createFilledStore } from "../../core/tests/support/readCases.js";
import Inside from "./components/Inside.svelte";
import Probe from "./components/Probe.svelte";
import { runInside } from "./support.svelte.js";

describe("a missing provider", () => {
  const view = createAcpStore();

  it.each([
    ["a store", () => useAcpView(), {}, "provideAcpStore(store)"],
    ["a session", () => useUsage(), { view }, "provideAcpSession(sessionId)"],
    ["a persistence", () => usePersistence(), { view }, "provideAcpPersistence(persistence)"],
  ])("is reported for %s", (_name, run, provided, hint) => {
    const props = { ...provided, component: Probe, props: { run } };
    expect(() => render(Inside, { props })).toThrow(hint);
  });
});

describe("a mirror", () => {
  const { observe: _, ...mirror } = createFilledStore();

  it("is refused by useAcpStore", () => {
    const props = { view: mirror, component: Probe, props: { run: () => useAcpStore() } };
    expect(() => render(Inside, { props })).toThrow("Use useAcpView");
  });

  it("is read like a store", () => {
    const props = { view: mirror, sessionId: "s1", component: Probe };
    let title: string | undefined;
    const run = () => {
      expect(useAcpView()).toBe(mirror);
      title = useToolCall("c1").current?.title;
    };
    render(Inside, { props: { ...props, props: { run } } });
    expect(title).toBe("Edit");
  });
});

describe("useAcpStore", () => {
  it("returns the store", () => {
    const store = createFilledStore();
    expect(runInside(() => useAcpStore(), { view: store })).toBe(store);
  });
});

/** Shows the number of used tokens inside of what is provided. Returns the shown values. */
function showUsage(provided: { view: ReturnType<typeof createAcpStore>; sessionId: string }) {
  const shown: (number | undefined)[] = [];
  const run = () => {
    const usage = useUsage();
    $effect.pre(() => void shown.push(usage.current?.used));
  };
  const { rerender } = render(Inside, {
    props: { ...provided, component: Probe, props: { run } },
  });
  return { shown, rerender };
}

function createStoreWithUsage(used: number, sessionId = "s1") {
  const store = createAcpStore({ scheduler: "sync" });
  store.ingest({ sessionId, update: { sessionUpdate: "usage_update", used, size: 10 } });
  return store;
}

describe("provideAcpSession", () => {
  it("changes the session of all components inside", async () => {
    const view = createStoreWithUsage(1);
    view.ingest({
      sessionId: "s2",
      update: { sessionUpdate: "usage_update", used: 2, size: 10 },
    });
    const { shown, rerender } = showUsage({ view, sessionId: "s1" });
    await rerender({ sessionId: "s2" });
    await rerender({ sessionId: undefined });
    expect(shown).toEqual([1, 2, undefined]);
  });
});

describe("provideAcpStore", () => {
  it("changes the store of all components inside", async () => {
    const { shown, rerender } = showUsage({ view: createStoreWithUsage(1), sessionId: "s1" });
    await rerender({ view: createStoreWithUsage(2) });
    expect(shown).toEqual([1, 2]);
  });
});

describe("usePendingPermissions", () => {
  it("answers through the provided view", async () => {
    const store = createFilledStore();
    const pending = runInside(() => usePendingPermissions(), { view: store });
    const outcome = store.requestPermission({
      sessionId: "s1",
      toolCall: { toolCallId: "c1", title: "Edit" },
      options: [{ optionId: "yes", name: "Allow", kind: "allow_once" }],
    });
    flushSync();
    pending.current[0]?.respond("yes");
    expect(await outcome).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(pending.current).toEqual([]);
  });
});
