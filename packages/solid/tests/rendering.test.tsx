import { createAcpStore } from "@acp-store/core";
import { useAcpState, useToolCall, useToolCallIds } from "@acp-store/solid";
import { createEffect, createSignal, For } from "solid-js";
import { describe, expect, it } from "vitest";
import { countListeners } from "../../core/tests/support/countListeners.js";
import { callInside, renderInside } from "./support.jsx";

const updateCall = (store: ReturnType<typeof createAcpStore>, id: string, title: string) =>
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "tool_call_update", toolCallId: id, title },
  });

describe("a list of 1,000 tool calls", () => {
  it("renders one row for each of 50 batches of 100 updates to it", () => {
    const { store, count } = countListeners(createAcpStore({ scheduler: () => {} }));
    for (let n = 0; n < 1000; n++) updateCall(store, `c${n}`, `Call ${n}`);
    store.flush();
    const renders = { list: 0, rows: 0 };
    function Row(props: { readonly id: string }) {
      const call = useToolCall(() => props.id);
      const title = (): string | undefined => {
        renders.rows++;
        return call()?.title;
      };
      return <li>{title()}</li>;
    }
    function List() {
      const ids = useToolCallIds();
      const shownIds = (): readonly string[] => {
        renders.list++;
        return ids();
      };
      return <For each={shownIds()}>{(id) => <Row id={id} />}</For>;
    }
    const { getByText, unmount } = renderInside(store, () => <List />);
    expect(renders).toEqual({ list: 1, rows: 1000 });
    for (let batch = 0; batch < 50; batch++) {
      for (let n = 0; n < 100; n++) updateCall(store, "c500", `Update ${batch} ${n}`);
      store.flush();
    }
    expect(renders).toEqual({ list: 1, rows: 1050 });
    expect(getByText("Update 49 99")).toBeDefined();
    expect(count()).toBe(1001);
    unmount();
    expect(count()).toBe(0);
  });
});

describe("an accessor as an argument", () => {
  it("reads another entity when it changes", () => {
    const [id, setId] = createSignal("c1");
    const { store, result, countListeners: countNow } = callInside(() => useToolCall(id));
    updateCall(store, "c2", "Second");
    expect(result()?.title).toBe("Edit");
    setId("c2");
    expect(result()?.title).toBe("Second");
    updateCall(store, "c2", "Renamed");
    expect(result()?.title).toBe("Renamed");
    expect(countNow()).toBe(1);
    const before = result();
    updateCall(store, "c1", "No longer read");
    expect(result()).toBe(before);
  });

  it("is followed in the selector of useAcpState", () => {
    const [id, setId] = createSignal("c1");
    const { store, result } = callInside(() =>
      useAcpState(({ sessions }) => sessions.get("s1")?.toolCalls.get(id())?.title),
    );
    setId("c2");
    expect(result()).toBeUndefined();
    updateCall(store, "c2", "Second");
    expect(result()).toBe("Second");
  });
});

describe("useAcpState", () => {
  it("keeps a list whose items are the same", () => {
    const lists: (readonly string[])[] = [];
    const { store } = callInside(() => {
      const ids = useAcpState(({ sessions }) => [...sessions.keys()]);
      createEffect(() => void lists.push(ids()));
    });
    updateCall(store, "c1", "Renamed");
    store.openSession({ sessionId: "s2" });
    expect(lists).toEqual([["s1"], ["s1", "s2"]]);
  });
});
