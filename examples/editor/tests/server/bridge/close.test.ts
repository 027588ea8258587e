import { expect, it } from "vitest";
import { describeExit, truncateReason } from "../../../server/bridge/close.js";

it("keeps a short reason unchanged", () => {
  expect(truncateReason("é".repeat(61))).toBe("é".repeat(61));
});

it("truncates a long reason between two characters", () => {
  const truncated = truncateReason("🙂".repeat(100));
  expect(truncated).toBe(`${"🙂".repeat(30)}…`);
  expect(Buffer.byteLength(truncated)).toBeLessThanOrEqual(123);
});

it("describes exit codes and signals", () => {
  expect(describeExit(1, null)).toBe("agent exited with code 1");
  expect(describeExit(null, "SIGKILL")).toBe("agent was terminated by SIGKILL");
});
