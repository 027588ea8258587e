import { expect, it } from "vitest";
import { describeExit, shorten } from "../../../server/bridge/close.js";

it("keeps a short reason as it is", () => {
  expect(shorten("é".repeat(61))).toBe("é".repeat(61));
});

it("cuts a long reason at the edge of a character", () => {
  const short = shorten("🙂".repeat(100));
  expect(short).toBe(`${"🙂".repeat(30)}…`);
  expect(Buffer.byteLength(short)).toBeLessThanOrEqual(123);
});

it("tells exit codes from signals", () => {
  expect(describeExit(1, null)).toBe("agent exited with code 1");
  expect(describeExit(null, "SIGKILL")).toBe("agent was ended by SIGKILL");
});
