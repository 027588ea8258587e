import { describe, expect, it } from "vitest";
import { readLine } from "../../src/wire/update.js";
import { manySessions } from "../../src/workloads/manySessions.js";
import { oneSession } from "../../src/workloads/oneSession.js";
import { small } from "../support/small.js";

const countKinds = (lines: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const line of lines) {
    const { sessionUpdate } = readLine(line).update;
    counts[sessionUpdate] = (counts[sessionUpdate] ?? 0) + 1;
  }
  return counts;
};

describe("the workloads", () => {
  it("are the same for the same seed", () => {
    const lines = (seed: number) => oneSession("W1", 1, { scale: 0.01, seed }).lines;
    expect(lines(7)).toEqual(lines(7));
    expect(lines(7)).not.toEqual(lines(8));
  });

  it("hold as much as the targets say, in W1", () => {
    const counts = countKinds(oneSession("W1", 1, { scale: 1, seed: 1 }).lines);
    const text = (counts["agent_message_chunk"] ?? 0) + (counts["agent_thought_chunk"] ?? 0);
    expect(counts).toMatchObject({ tool_call: 1000, tool_call_update: 7000, plan: 200 });
    expect(text).toBe(20_000);
  });

  it("hold as much as the targets say, in W4", () => {
    const { lines } = manySessions({ scale: 0.05, seed: 1 });
    const sessions = new Set(lines.map((line) => readLine(line).sessionId));
    expect([sessions.size, lines.length]).toEqual([10, 5000]);
  });

  it("mix the sessions of W4", () => {
    const { lines } = manySessions({ scale: 0.05, seed: 1 });
    const first = new Set(lines.slice(0, 100).map((line) => readLine(line).sessionId));
    expect(first.size).toBe(10);
  });

  it.each(small)("warm up with what they measure: $name", ({ lines, warmUp }) => {
    const kinds = Object.keys(countKinds(lines));
    expect(Object.keys(countKinds(warmUp))).toEqual(expect.arrayContaining(kinds));
  });
});
