import type * as core from "@acp-store/core";
import { applyAcpPatches, type AcpStore, type InspectRecord } from "@acp-store/core";
import { createHistory, filterEntries } from "@acp-store/devtools";
import { describe, expect, it, vi } from "vitest";
import { callUpdate, said, steadyStore, toolCall } from "../support/frames.js";

vi.mock("@acp-store/core", async (original) => {
  const actual = await original<typeof core>();
  return { ...actual, applyAcpPatches: vi.fn<typeof applyAcpPatches>(actual.applyAcpPatches) };
});

/** Returns the number of patches that were applied since the previous call. */
function patchesApplied(): number {
  const counted = vi.mocked(applyAcpPatches);
  const count = counted.mock.calls.reduce((sum, [, patches]) => sum + patches.length, 0);
  counted.mockClear();
  return count;
}

function createLongHistory() {
  const store = steadyStore();
  const history = createHistory(store);
  store.observe(toolCall("call_1"));
  for (let count = 0; count < 10_000; count++)
    store.observe(count % 2 ? said("word ") : callUpdate("call_1", { rawInput: { count } }));
  return { store, history };
}

describe("a long history", () => {
  it("applies fewer than 1,000 patches for any jump", () => {
    const { history } = createLongHistory();
    patchesApplied();
    for (const index of [-1, 3, 4_999, 5_000, 7_777, 9_999]) {
      history.jumpTo(index);
      expect(patchesApplied()).toBeLessThan(1_000);
    }
  });

  it("applies fewer than 10 patches for a step", () => {
    const { history } = createLongHistory();
    history.jumpTo(5_250);
    patchesApplied();
    for (const by of [-1, -1, 1, 1, 1]) {
      history.step(by);
      expect(patchesApplied()).toBeLessThan(10);
    }
  });

  it("reads the state of the store fewer than 10 times for 2,000 messages", () => {
    const inner = steadyStore();
    const getState = vi.fn<AcpStore["getState"]>(inner.getState);
    const records: InspectRecord[] = [];
    inner.inspect((record) => void records.push(record));
    createHistory({ ...inner, getState });
    for (let count = 0; count < 2_000; count++) inner.observe(said("word "));
    expect(records.length).toBe(4_000);
    expect(getState.mock.calls.length).toBeLessThan(10);
  });

  it("finds every matching entry", () => {
    const { history } = createLongHistory();
    expect(filterEntries(history.entries(), { text: "word" })).toHaveLength(5_000);
    expect(filterEntries(history.entries(0, 100), { kind: "tool_call", text: "42" })).toHaveLength(
      1,
    );
  });
});
