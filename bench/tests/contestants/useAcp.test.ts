import { expect, it } from "vitest";
import { useAcp } from "../../src/contestants/useAcp.js";
import { parseLine } from "../../src/wire/update.js";
import { createOneSessionWorkload } from "../../src/workloads/workloads.js";

const { lines } = createOneSessionWorkload("W1", 1, 0.01);

it("keeps every notification of a session", () => {
  const run = useAcp.start(1);
  run.load(lines.slice(0, 100));
  lines.slice(100).forEach(run.applyLine);
  const notifications = Object.values(run.getNotifications()).flat();
  expect(notifications.map(({ data }) => data)).toEqual(lines.map(parseLine));
});

it("keeps the notifications of runs separate in the shared store", () => {
  const [one, other] = [useAcp.start(1), useAcp.start(1)];
  for (const line of lines.slice(0, 10)) {
    one.applyLine(line);
    other.applyLine(line);
  }
  expect(Object.values(one.getNotifications()).flat()).toHaveLength(10);
  expect(Object.values(other.getNotifications()).flat()).toHaveLength(10);
});
