import { describe, expect, it } from "vitest";
import { parseLine } from "../../src/wire/update.js";
import {
  createManySessionsWorkload,
  createOneSessionWorkload,
} from "../../src/workloads/workloads.js";
import { smallWorkloads } from "../support/smallWorkloads.js";

const countKinds = (lines: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const line of lines) {
    const { sessionUpdate } = parseLine(line).update;
    counts[sessionUpdate] = (counts[sessionUpdate] ?? 0) + 1;
  }
  return counts;
};

describe("a workload", () => {
  it("has the same lines each time", () => {
    const createLines = () => createOneSessionWorkload("W1", 1, 0.01).lines;
    expect(createLines()).toEqual(createLines());
  });

  it("contains the documented number of updates in W1", () => {
    const counts = countKinds(createOneSessionWorkload("W1", 1, 1).lines);
    const text = (counts["agent_message_chunk"] ?? 0) + (counts["agent_thought_chunk"] ?? 0);
    expect(counts).toMatchObject({ tool_call: 1000, tool_call_update: 7000, plan: 200 });
    expect(text).toBe(20_000);
  });

  it("contains the documented number of sessions and updates in W4", () => {
    const { lines } = createManySessionsWorkload(0.05);
    const sessions = new Set(lines.map((line) => parseLine(line).sessionId));
    expect([sessions.size, lines.length]).toEqual([10, 5000]);
  });

  it("interleaves the sessions of W4", () => {
    const { lines } = createManySessionsWorkload(0.05);
    const first = new Set(lines.slice(0, 100).map((line) => parseLine(line).sessionId));
    expect(first.size).toBe(10);
  });

  it.each(smallWorkloads)(
    "warms up with the same kinds of updates that it measures: $name",
    ({ lines, warmUp }) => {
      const kinds = Object.keys(countKinds(lines));
      expect(Object.keys(countKinds(warmUp))).toEqual(expect.arrayContaining(kinds));
    },
  );
});
