import { expect, it } from "vitest";
import { sink } from "../../src/contestants/contestant.js";
import { useAcp, useAcpWithReads } from "../../src/contestants/useAcp.js";
import { parseLine } from "../../src/wire/update.js";
import { createOneSessionWorkload } from "../../src/workloads/oneSession.js";

const { lines } = createOneSessionWorkload("W1", 1, { scale: 0.01, seed: 1 });
const received = lines.map(parseLine);

it("keeps every notification of a session", () => {
  const run = useAcp.start(1);
  run.load(lines.slice(0, 100));
  lines.slice(100).forEach(run.applyLine);
  const notifications = Object.values(run.getNotifications()).flat();
  expect(notifications.map(({ data }) => data)).toEqual(received);
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

it("groups the notifications into rows", () => {
  const run = useAcpWithReads.start(1);
  lines.slice(0, 50).forEach(run.applyLine);
  expect(sink.state).toEqual(expect.arrayContaining([expect.any(Array)]));
});
