import type { PlanEntry, PlanV1, PlanV2, Version } from "./update.js";

const ENTRY_COUNT = 20;

/** Returns a plan update with 20 entries, the first `done` of which are completed. */
export function createPlanUpdate(version: Version, done: number): PlanV1 | PlanV2 {
  const entries = Array.from({ length: ENTRY_COUNT }, (_, step) => createEntry(step, done));
  return version === 1
    ? { sessionUpdate: "plan", entries }
    : { sessionUpdate: "plan_update", plan: { type: "items", planId: "main", entries } };
}

function createEntry(step: number, done: number): PlanEntry {
  const currentStep = done % (ENTRY_COUNT + 1);
  const status =
    step < currentStep ? "completed" : step === currentStep ? "in_progress" : "pending";
  return { content: `Step ${step} of the work: read the current code`, priority: "medium", status };
}
