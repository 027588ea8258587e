import { expect, it } from "vitest";
import { session, text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

/** Creates a store whose clock the test sets. */
function storeWithClock() {
  const clock = { now: 0 };
  const store = trackedStore({ now: () => clock.now });
  const compact = (status: string, at: number, fields: object = {}) => {
    clock.now = at;
    return store.update({
      sessionUpdate: "compaction_update",
      compactionId: "k",
      status,
      ...fields,
    });
  };
  return { store, compact };
}

const reportUsage = (store: TrackedStore, used: number) =>
  store.update({ sessionUpdate: "usage_update", used, size: 200_000 });
const compaction = (store: TrackedStore) => session(store).compactions.get("k");

it("records the time and the tokens before and after a compaction", () => {
  const { store, compact } = storeWithClock();
  reportUsage(store, 182_000);
  compact("in_progress", 1_000);
  compact("completed", 13_000);
  expect(compaction(store)).toMatchObject({
    startedAt: 1_000,
    endedAt: 13_000,
    tokensBefore: 182_000,
  });
  expect(compaction(store)).not.toHaveProperty("tokensAfter");
  reportUsage(store, 31_000);
  reportUsage(store, 35_000);
  expect(compaction(store)).toMatchObject({ tokensBefore: 182_000, tokensAfter: 31_000 });
  expect(session(store).usage?.used).toBe(35_000);
});

it("takes the tokens that the agent reports before the end", () => {
  const { store, compact } = storeWithClock();
  reportUsage(store, 182_000);
  compact("in_progress", 1_000);
  reportUsage(store, 31_000);
  compact("completed", 2_000);
  reportUsage(store, 40_000);
  expect(compaction(store)?.tokensAfter).toBe(31_000);
});

it.each(["failed", "cancelled"])("takes no tokens after a compaction that was %s", (status) => {
  const { store, compact } = storeWithClock();
  reportUsage(store, 182_000);
  compact("in_progress", 1_000);
  compact(status, 2_000);
  reportUsage(store, 183_000);
  expect(compaction(store)).toMatchObject({ status, endedAt: 2_000 });
  expect(compaction(store)).not.toHaveProperty("tokensAfter");
});

it("keeps the first end when the end is reported twice", () => {
  const { store, compact } = storeWithClock();
  compact("in_progress", 1_000);
  compact("completed", 2_000);
  compact("completed", 3_000);
  expect(compaction(store)?.endedAt).toBe(2_000);
});

it("has no times and tokens if it is over when it is first reported", () => {
  const { store, compact } = storeWithClock();
  reportUsage(store, 31_000);
  compact("completed", 1_000, { summary: [text("Done so far")] });
  reportUsage(store, 32_000);
  expect(compaction(store)).toEqual({
    compactionId: "k",
    status: "completed",
    summary: [text("Done so far")],
  });
});

it("does not take the fields of the store from the agent", () => {
  const { store, compact } = storeWithClock();
  const { diagnostics } = compact("completed", 1_000, { tokensBefore: 1, tokensAfter: 2 });
  expect(diagnostics.map(({ code, path }) => [code, path.at(-1)])).toEqual([
    ["reserved_field", "tokensBefore"],
    ["reserved_field", "tokensAfter"],
  ]);
  expect(compaction(store)).not.toHaveProperty("tokensAfter");
});
