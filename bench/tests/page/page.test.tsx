import { beforeEach, expect, it, vi } from "vitest";
import { measureMessage } from "../../page/measureMessage.js";
import { measureRows } from "../../page/measureRows.js";

beforeEach(() => {
  // Disable act(), as on a real page.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  return () => vi.unstubAllGlobals();
});

it("counts renders of the updated row once per batch, and none of other rows", async () => {
  const result = await measureRows(10, 40);
  expect(result).toMatchObject({ updates: 40, updatedRowRenders: 4, otherRowRenders: 0 });
});

it("counts the renders of a message per frame", async () => {
  const result = await measureMessage(100);
  expect(result.chunks).toBe(100);
  expect(result.renders).toBeGreaterThan(0);
  expect(result.maxRendersPerFrame).toBe(1);
});
