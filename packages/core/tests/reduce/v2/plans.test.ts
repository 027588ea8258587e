import { selectPlan, selectPlans } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { session, asSent } from "../../support/trackedStore.js";
import { afterV2, ACCEPTED, trackedV2 } from "../../support/version2.js";

const entry = (content: string, status = "pending") => ({ content, priority: "high", status });
const update = (plan: object) => ({ sessionUpdate: "plan_update", plan });
const items = (planId: string, ...entries: object[]) => update({ type: "items", planId, entries });
const removed = (planId: string) => ({ sessionUpdate: "plan_removed", planId });
const planAfter = (...updates: Record<string, unknown>[]) =>
  asSent(selectPlan(afterV2(...updates).getState(), "s1"));

describe("a plan", () => {
  it.each([
    { type: "items", planId: "p", entries: [entry("a")] },
    { type: "items", planId: "p", entries: [] },
    { type: "markdown", planId: "p", content: "# Plan" },
    { type: "file", planId: "p", uri: "file:///plan.md" },
    { type: "_board", planId: "p", columns: [{ name: "Now" }] },
  ])("is kept as sent: %o", (plan) => {
    expect(planAfter(update(plan))).toEqual(plan);
  });

  it.each([
    ["its entries", items("p", entry("b")), { type: "items", entries: [entry("b")] }],
    ["no entries", items("p"), { type: "items", entries: [] }],
    [
      "another type",
      update({ type: "markdown", planId: "p", content: "x" }),
      { type: "markdown", content: "x" },
    ],
    [
      "an unknown type",
      update({ type: "_board", planId: "p", columns: [] }),
      { type: "_board", columns: [] },
    ],
  ])("is replaced entirely by %s", (_name, next, expected) => {
    const first = update({
      type: "items",
      planId: "p",
      entries: [entry("a")],
      _meta: { a: 1 },
      note: "x",
    });
    expect(planAfter(first, next)).toEqual({ planId: "p", ...expected });
  });

  it("does not change when it is repeated", () => {
    const store = afterV2(items("p", entry("a"), entry("b")));
    const before = store.getState();
    expect(store.update(items("p", entry("a"), entry("b")))).toEqual(ACCEPTED);
    expect(store.getState()).toBe(before);
  });

  it("shares equal entries", () => {
    const store = afterV2(items("p", entry("a"), entry("b")));
    const before = selectPlan(store.getState(), "s1", "p")?.entries?.[1];
    store.update(items("p", entry("a", "completed"), entry("b")));
    expect(selectPlan(store.getState(), "s1", "p")?.entries?.[1]).toBe(before);
  });

  it("keeps only the most recent metadata", () => {
    const plan = (_meta?: unknown) =>
      update({ type: "items", planId: "p", entries: [], ...(_meta !== undefined && { _meta }) });
    expect(planAfter(plan({ a: 1, b: null }))?._meta).toEqual({ a: 1 });
    expect(planAfter(plan({ a: 1 }), plan({ c: 1 }))?._meta).toEqual({ c: 1 });
    expect(planAfter(plan({ a: 1 }), plan())).not.toHaveProperty("_meta");
  });

  it("drops only malformed entries", () => {
    const store = trackedV2();
    const result = store.update(items("p", { content: "no status" }, entry("a")));
    expect(result).toMatchObject({ accepted: true, diagnostics: [{ code: "invalid_item" }] });
    expect(selectPlan(store.getState(), "s1")?.entries).toEqual([entry("a")]);
  });

  it.each([
    ["without an id", { type: "items", entries: [] }],
    ["with an unknown type but no id", { type: "_board" }],
    ["without a type", { planId: "p" }],
    ["without entries", { type: "items", planId: "p" }],
  ])("is rejected %s", (_name, plan) => {
    const store = trackedV2();
    const before = store.getState();
    expect(store.update(update(plan))).toMatchObject({ accepted: false });
    expect(store.getState()).toBe(before);
  });
});

describe("plans", () => {
  it("distinguishes plans by id", () => {
    const store = afterV2(items("a", entry("1")), items("b", entry("2")), items("a", entry("3")));
    expect(selectPlans(store.getState(), "s1").map(({ planId }) => planId)).toEqual(["a", "b"]);
    expect(session(store).timeline).toEqual([
      { type: "plan", id: "a" },
      { type: "plan", id: "b" },
    ]);
  });

  it("orders plans by their last update", () => {
    const store = afterV2(items("a"), items("b"), items("c"), items("a", entry("1")));
    expect(session(store).recentPlans).toEqual(["b", "c", "a"]);
  });

  it("ignores a prototype from the wire", () => {
    const hostile = JSON.parse('{"type": "_x", "planId": "p", "__proto__": {"injected": 1}}');
    for (const store of [afterV2(update(hostile)), afterV2(items("p"), update(hostile))]) {
      const plan = selectPlan(store.getState(), "s1") ?? {};
      expect(plan).toMatchObject({ type: "_x" });
      expect("injected" in plan).toBe(false);
    }
  });

  it("selects the plan that was updated last", () => {
    const store = afterV2(items("a"), items("b"));
    expect(selectPlan(store.getState(), "s1")?.planId).toBe("b");
    store.update(items("a", entry("1")));
    expect(selectPlan(store.getState(), "s1")?.planId).toBe("a");
    store.update(items("b"));
    expect(selectPlan(store.getState(), "s1")?.planId).toBe("b");
  });

  it.each(["__proto__", "constructor", "10", ""])("accepts the id %j", (planId) => {
    expect(planAfter(items(planId, entry("a")))).toMatchObject({ planId });
  });
});

describe("plan_removed", () => {
  it("removes the plan and its timeline item", () => {
    const store = afterV2(items("a"), items("b"), removed("a"));
    expect(selectPlan(store.getState(), "s1", "a")).toBeUndefined();
    expect([...session(store).plans.keys()]).toEqual(["b"]);
    expect(session(store).timeline).toEqual([{ type: "plan", id: "b" }]);
  });

  it("keeps a tool call with the same id in the timeline", () => {
    const call = { sessionUpdate: "tool_call_update", toolCallId: "a" };
    const store = afterV2(items("a"), call, removed("a"));
    expect(session(store).timeline).toEqual([{ type: "tool_call", id: "a" }]);
  });

  it("selects the other plan after the most recent one is removed", () => {
    const store = afterV2(items("a"), items("b"), removed("b"));
    expect(selectPlan(store.getState(), "s1")?.planId).toBe("a");
  });

  it("selects the most recently updated of the remaining plans", () => {
    const store = afterV2(items("a"), items("b"), items("a", entry("1")), items("c"), removed("c"));
    expect(selectPlan(store.getState(), "s1")?.planId).toBe("a");
  });

  it("keeps the selection when another plan is removed", () => {
    const store = afterV2(items("a"), items("b"), items("a", entry("1")), removed("b"));
    expect(selectPlan(store.getState(), "s1")?.planId).toBe("a");
  });

  it("leaves no plan when the only one is removed", () => {
    const store = afterV2(items("a"), removed("a"));
    expect(selectPlan(store.getState(), "s1")).toBeUndefined();
    expect(session(store).recentPlans).toEqual([]);
  });

  it("ignores an unknown plan", () => {
    const store = afterV2(items("a"));
    const before = store.getState();
    expect(store.update(removed("b"))).toEqual(ACCEPTED);
    expect(store.getState()).toBe(before);
  });

  it("allows a removed plan to be recreated", () => {
    const store = afterV2(items("a"), items("b"), removed("a"), items("a", entry("1")));
    expect(session(store).timeline.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(selectPlan(store.getState(), "s1")).toMatchObject({ planId: "a", entries: [{}] });
  });
});
