import { expect, it } from "vitest";
import { longLife, type Step } from "../../src/workloads/longLife.js";

const UPDATES = 20_000;
const steps = [...longLife(UPDATES, { seed: 1 })];
const idsOf = (type: "open" | "close") =>
  steps.flatMap((step: Step) => (step.type === type ? [step.sessionId] : []));

it("sends as many updates as asked for", () => {
  expect(steps.filter(({ type }) => type === "line")).toHaveLength(UPDATES);
});

it("opens a session for each that it closes", () => {
  expect(idsOf("close").length).toBeGreaterThan(5);
  expect(idsOf("open")).toHaveLength(50 + idsOf("close").length);
});

it("sends nothing to a closed session", () => {
  const closed = new Set<string>();
  const late = steps.filter((step) => {
    if (step.type === "close") closed.add(step.sessionId);
    return step.type === "line" && [...closed].some((id) => step.line.includes(id));
  });
  expect(late).toEqual([]);
});
