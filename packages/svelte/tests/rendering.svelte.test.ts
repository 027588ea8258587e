import { createAcpStore } from "@acp-store/core";
import { toolCallRead } from "@acp-store/core/reads";
import { useAcpState, useRead, useToolCall, useUsage } from "@acp-store/svelte";
import { flushSync, tick } from "svelte";
import { describe, expect, it } from "vitest";
import { countListeners } from "../../core/tests/support/countListeners.js";
import { createFilledStore } from "../../core/tests/support/readCases.js";
import ToolCallList from "./components/ToolCallList.svelte";
import { follow, renderInside } from "./support.svelte.js";

const updateCall = (store: ReturnType<typeof createAcpStore>, id: string, title: string) =>
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "tool_call_update", toolCallId: id, title },
  });

describe("a list of 1,000 tool calls", () => {
  it("renders one row for each of 50 batches of 100 updates to it", async () => {
    const { store, count } = countListeners(createAcpStore({ scheduler: () => {} }));
    for (let n = 0; n < 1000; n++) updateCall(store, `c${n}`, `Call ${n}`);
    store.flush();
    const renders = { list: 0, rows: 0 };
    const { getByText, unmount } = renderInside(
      ToolCallList,
      { onRenderList: () => renders.list++, onRenderRow: () => renders.rows++ },
      { view: store },
    );
    expect(renders).toEqual({ list: 1, rows: 1000 });
    expect(count()).toBe(1001);
    for (let batch = 0; batch < 50; batch++) {
      for (let n = 0; n < 100; n++) updateCall(store, "c500", `Update ${batch} ${n}`);
      store.flush();
      await tick();
    }
    expect(renders).toEqual({ list: 1, rows: 1050 });
    expect(count()).toBe(1001);
    expect(getByText("Update 49 99")).toBeDefined();
    unmount();
    await tick();
    expect(count()).toBe(0);
  });
});

describe("a getter with runes as an argument", () => {
  it("reads another entity when the runes change", async () => {
    let id = $state("c1");
    const { store, values, countListeners: count, unmount } = follow(() => useToolCall(() => id));
    updateCall(store, "c2", "Second");
    flushSync();
    expect(values.map((call) => call?.title)).toEqual(["Edit"]);
    id = "c2";
    flushSync();
    updateCall(store, "c2", "Renamed");
    flushSync();
    expect(values.map((call) => call?.title)).toEqual(["Edit", "Second", "Renamed"]);
    await tick();
    expect(count()).toBe(1);
    updateCall(store, "c1", "No longer read");
    flushSync();
    expect(values).toHaveLength(3);
    await unmount();
    expect(count()).toBe(0);
  });

  it("is followed in the arguments of useRead", () => {
    let id = $state("c1");
    const { store, values } = follow(() => useRead(toolCallRead, () => ["s1", id]));
    updateCall(store, "c2", "Second");
    id = "c2";
    flushSync();
    expect(values.map((call) => call?.title)).toEqual(["Edit", "Second"]);
  });

  it("is followed in the selector of useAcpState", () => {
    let id = $state("c1");
    const { store, values } = follow(() =>
      useAcpState(({ sessions }) => sessions.get("s1")?.toolCalls.get(id)?.title),
    );
    id = "c2";
    flushSync();
    updateCall(store, "c2", "Second");
    flushSync();
    id = "c1";
    flushSync();
    expect(values).toEqual(["Edit", undefined, "Second", "Edit"]);
  });
});

describe("a value in $derived", () => {
  it("is followed with one listener for all effects that read it", async () => {
    const { store, count } = countListeners(createFilledStore());
    const values: (string | undefined)[] = [];
    const { unmount } = follow(() => {
      const call = useToolCall("c1");
      const title = $derived(call.current?.title);
      $effect.pre(() => void values.push(title));
      $effect.pre(() => void values.push(call.current?.title));
      return { current: undefined };
    }, store);
    updateCall(store, "c1", "Renamed");
    flushSync();
    expect(values).toEqual(["Edit", "Edit", "Renamed", "Renamed"]);
    expect(count()).toBe(1);
    await unmount();
    expect(count()).toBe(0);
  });
});

describe("a value that nothing shows", () => {
  it("has no listener", () => {
    const { store, count } = countListeners(createFilledStore());
    follow(() => {
      expect(useUsage().current).toBeUndefined();
      return { current: undefined };
    }, store);
    expect(count()).toBe(0);
  });
});
