import { createAcpStore } from "@acp-store/core";
import { useAcpState, useToolCall, useToolCallIds } from "@acp-store/vue";
import { describe, expect, it } from "vitest";
import { defineComponent, h, nextTick, ref } from "vue";
import { compose, renderWith } from "./support.js";

const updateCall = (store: ReturnType<typeof createAcpStore>, id: string, title: string) =>
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "tool_call_update", toolCallId: id, title },
  });

describe("a list of 1,000 tool calls", () => {
  it("renders one row for each of 50 batches of 100 updates to it", async () => {
    const store = createAcpStore({ scheduler: () => {} });
    for (let n = 0; n < 1000; n++) updateCall(store, `c${n}`, `Call ${n}`);
    store.flush();
    const renders = { list: 0, rows: 0 };
    const Row = defineComponent(
      (props: { readonly id: string }) => {
        const call = useToolCall(() => props.id);
        return () => {
          renders.rows++;
          return h("li", call.value?.title);
        };
      },
      { props: ["id"] },
    );
    const List = defineComponent(() => {
      const ids = useToolCallIds();
      return () => {
        renders.list++;
        return ids.value.map((id) => h(Row, { key: id, id }));
      };
    });
    const { getByText, unmount } = renderWith(store, List);
    expect(renders).toEqual({ list: 1, rows: 1000 });
    for (let batch = 0; batch < 50; batch++) {
      for (let n = 0; n < 100; n++) updateCall(store, "c500", `Update ${batch} ${n}`);
      store.flush();
      await nextTick();
    }
    expect(renders).toEqual({ list: 1, rows: 1050 });
    expect(getByText("Update 49 99")).toBeDefined();
    unmount();
  });
});

describe("a ref as an argument", () => {
  it("reads another entity when the ref changes", () => {
    const id = ref("c1");
    const { store, result } = compose(() => useToolCall(id));
    updateCall(store, "c2", "Second");
    expect(result.value?.title).toBe("Edit");
    id.value = "c2";
    expect(result.value?.title).toBe("Second");
    updateCall(store, "c2", "Renamed");
    expect(result.value?.title).toBe("Renamed");
    const before = result.value;
    updateCall(store, "c1", "No longer read");
    expect(result.value).toBe(before);
  });
});

describe("useAcpState", () => {
  it("follows a ref in its selector", () => {
    const id = ref("s1");
    const { store, result } = compose(() =>
      useAcpState((state) => state.sessions.get(id.value)?.toolCalls.size),
    );
    expect(result.value).toBe(1);
    id.value = "s2";
    expect(result.value).toBeUndefined();
    store.openSession({ sessionId: "s2" });
    expect(result.value).toBe(0);
  });

  it("keeps the reference of an array with the same items", () => {
    const { store, result } = compose(() => useAcpState((state) => [...state.sessions.keys()]));
    const before = result.value;
    updateCall(store, "c1", "Renamed");
    expect(result.value).toBe(before);
  });
});
