import { type AcpState, createAcpStore, selectToolCall } from "@acp-store/core";
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { call } from "./support.js";

it("works with zustand's useStore", () => {
  const store = createAcpStore({ scheduler: "sync" });
  let renders = 0;
  const { result } = renderHook(() => {
    renders++;
    return useStore(store, (state) => selectToolCall(state, "s1", "a")?.status);
  });
  expect(result.current).toBeUndefined();
  act(() => void store.ingest({ sessionId: "s1", update: call("a") }));
  expect(result.current).toBe("pending");
  renders = 0;
  act(() => void store.ingest({ sessionId: "s1", update: call("b") }));
  expect(renders).toBe(0);
});

it("works with useShallow", () => {
  const store = createAcpStore({ scheduler: "sync" });
  const ids = (state: AcpState) => [...state.sessions.keys()];
  const { result } = renderHook(() => useStore(store, useShallow(ids)));
  act(() => store.openSession({ sessionId: "s1" }));
  const before = result.current;
  act(() => void store.ingest({ sessionId: "s1", update: call("a") }));
  expect(result.current).toBe(before);
  expect(before).toEqual(["s1"]);
});
