import { expect, it } from "vitest";
import { sink } from "../../src/contestants/contestant.js";
import { useAcp, useAcpReading } from "../../src/contestants/useAcp.js";
import { readLine } from "../../src/wire/update.js";
import { oneSession } from "../../src/workloads/oneSession.js";

const { lines } = oneSession("W1", 1, { scale: 0.01, seed: 1 });
const received = lines.map(readLine);

it("keeps every notification of a session", () => {
  const run = useAcp.start(1);
  run.load(lines.slice(0, 100));
  lines.slice(100).forEach(run.take);
  const kept = Object.values(run.lists()).flat();
  expect(kept.map(({ data }) => data)).toEqual(received);
});

it("keeps runs apart, though there is one store", () => {
  const [one, other] = [useAcp.start(1), useAcp.start(1)];
  for (const line of lines.slice(0, 10)) {
    one.take(line);
    other.take(line);
  }
  expect(Object.values(one.lists()).flat()).toHaveLength(10);
  expect(Object.values(other.lists()).flat()).toHaveLength(10);
});

it("makes rows of what it holds", () => {
  const run = useAcpReading.start(1);
  lines.slice(0, 50).forEach(run.take);
  expect(sink.state).toEqual(expect.arrayContaining([expect.any(Array)]));
});
