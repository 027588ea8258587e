import { expect, it } from "vitest";
import { generateSoakSteps, type SoakStep } from "../../src/workloads/soakSteps.js";

const UPDATES = 20_000;
const steps = [...generateSoakSteps(UPDATES, { seed: 1 })];
const getSessionIds = (type: "open" | "close") =>
  steps.flatMap((step: SoakStep) => (step.type === type ? [step.sessionId] : []));

it("generates the requested number of updates", () => {
  expect(steps.filter(({ type }) => type === "line")).toHaveLength(UPDATES);
});

it("opens a new session for each closed one", () => {
  expect(getSessionIds("close").length).toBeGreaterThan(5);
  expect(getSessionIds("open")).toHaveLength(50 + getSessionIds("close").length);
});

it("sends nothing to a closed session", () => {
  const closed = new Set<string>();
  const lateSteps = steps.filter((step) => {
    if (step.type === "close") closed.add(step.sessionId);
    return step.type === "line" && [...closed].some((id) => step.line.includes(id));
  });
  expect(lateSteps).toEqual([]);
});
