import type { PlanEntry, PlanV1, PlanV2, Version } from "./update.js";

const ENTRIES = 20;

/** A plan of 20 entries, of which the first `done` are completed. */
export function plan(version: Version, done: number): PlanV1 | PlanV2 {
  const entries = Array.from({ length: ENTRIES }, (_, step) => entry(step, done));
  return version === 1
    ? { sessionUpdate: "plan", entries }
    : { sessionUpdate: "plan_update", plan: { type: "items", planId: "main", entries } };
}

function entry(step: number, done: number): PlanEntry {
  const at = done % (ENTRIES + 1);
  const status = step < at ? "completed" : step === at ? "in_progress" : "pending";
  return { content: `Step ${step} of the work: look at what is there`, priority: "medium", status };
}
