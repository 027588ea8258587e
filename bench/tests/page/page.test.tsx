import { beforeEach, expect, it, vi } from "vitest";
import { measureMessage } from "../../page/measureMessage.js";
import { measureRows } from "../../page/measureRows.js";

beforeEach(() => {
  // As in a real page, nobody wraps what happens in act().
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  return () => vi.unstubAllGlobals();
});

it("counts what rows do that read one tool call each", async () => {
  const result = await measureRows("useToolCall", 10, 40);
  expect(result).toMatchObject({ updates: 40, rendersOfTheRow: 4, rendersOfOthers: 0 });
});

it("counts what rows do that select from the whole state", async () => {
  const result = await measureRows("useStore", 40, 40);
  expect(result).toMatchObject({ rendersOfTheRow: 1, rendersOfOthers: 0 });
  expect(result.selectorRuns).toBeGreaterThan(1000);
});

it("counts the renders of a message by frame", async () => {
  const result = await measureMessage(100);
  expect(result.chunks).toBe(100);
  expect(result.renders).toBeGreaterThan(0);
  expect(result.mostRendersInAFrame).toBe(1);
});
