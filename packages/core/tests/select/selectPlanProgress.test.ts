import { selectPlanProgress } from "@acp-store/core";
import { expect, it } from "vitest";
import { text, trackedStore } from "../support/trackedStore.js";

const entries = (...statuses: string[]) =>
  statuses.map((status, index) => ({ content: `step ${index}`, priority: "low", status }));

it("counts the completed entries and all entries, and returns the one in progress", () => {
  const store = trackedStore();
  const sent = entries("completed", "completed", "in_progress", "in_progress", "pending");
  store.update({ sessionUpdate: "plan", entries: sent });
  expect(selectPlanProgress(store.getState(), "s1")).toEqual({
    done: 2,
    total: 5,
    current: sent[2],
  });
});

it("leaves out cancelled entries", () => {
  const store = trackedStore();
  const sent = entries("completed", "cancelled", "pending", "_odd");
  store.update({ sessionUpdate: "plan", entries: sent });
  expect(selectPlanProgress(store.getState(), "s1")).toEqual({ done: 1, total: 3 });
  store.update({ sessionUpdate: "plan", entries: entries("cancelled") });
  expect(selectPlanProgress(store.getState(), "s1")).toBeUndefined();
});

it("returns undefined for a plan without entries", () => {
  const store = trackedStore({ protocolVersion: 2 });
  const plan = (value: object) => store.update({ sessionUpdate: "plan_update", plan: value });
  expect(selectPlanProgress(store.getState(), "s1")).toBeUndefined();
  plan({ planId: "text", type: "markdown", content: "# Plan" });
  plan({ planId: "new", type: "_graph", entries: "many" });
  plan({ planId: "empty", type: "items", entries: [] });
  for (const planId of ["text", "new", "empty", "missing"])
    expect(selectPlanProgress(store.getState(), "s1", planId)).toBeUndefined();
});

it("reads the plan with an id, or the most recently updated plan", () => {
  const store = trackedStore({ protocolVersion: 2 });
  for (const [planId, status] of [
    ["a", "completed"],
    ["b", "pending"],
  ] as const)
    store.update({
      sessionUpdate: "plan_update",
      plan: { planId, type: "items", entries: entries(status) },
    });
  expect(selectPlanProgress(store.getState(), "s1")).toEqual({ done: 0, total: 1 });
  expect(selectPlanProgress(store.getState(), "s1", "a")).toEqual({ done: 1, total: 1 });
});

it("keeps its reference until the entries change", () => {
  const store = trackedStore();
  store.update({ sessionUpdate: "plan", entries: entries("pending") });
  const progress = selectPlanProgress(store.getState(), "s1");
  store.update({ sessionUpdate: "plan", entries: entries("pending") });
  store.update({ sessionUpdate: "agent_message_chunk", content: text("hi") });
  expect(selectPlanProgress(store.getState(), "s1")).toBe(progress);
  store.update({ sessionUpdate: "plan", entries: entries("completed") });
  expect(selectPlanProgress(store.getState(), "s1")).toEqual({ done: 1, total: 1 });
});
