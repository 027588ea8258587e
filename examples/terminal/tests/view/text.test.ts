import { expect, it } from "vitest";
import { bold, getContentText, text, toAnsi, toLines } from "../../src/view/text.js";
import { toPlain } from "../support/plain.js";

it("removes control characters that would move the cursor", () => {
  const value = "\u001b[2J\u001b[1;1Hyes\r\u0007\u009b1A no\n\tend";
  expect(toLines(value).map(toAnsi)).toEqual(["yes no", "    end"]);
});

it("removes characters that reverse or hide text, but keeps those that join emoji", () => {
  expect(toAnsi(text`${"a\u202eb\u2066c\u200b\u061c\u2028d 👩\u200d💻"}`)).toBe("abcd 👩\u200d💻");
});

it("keeps a part on one line", () => {
  expect(toAnsi(text`1  ${"Allow\n2  Reject"}`)).toBe("1  Allow 2  Reject");
});

it("keeps its own colors, but not those of a part", () => {
  const line = text`${bold("a\u001b[8mb")} ${"\u001b[8mc"}`;
  expect(toPlain(line)).toBe("ab c");
  expect(toAnsi(line)).not.toContain("[8m");
});

it("represents other blocks by their name or type", () => {
  const link = { type: "resource_link" as const, name: "cart.js", uri: "file:///cart.js" };
  const image = { type: "image" as const, data: "", mimeType: "image/png" };
  expect(getContentText([{ type: "text", text: "See " }, link, image])).toBe("See cart.js[image]");
});
