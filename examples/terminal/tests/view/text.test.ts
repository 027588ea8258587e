import { expect, it } from "vitest";
import { sanitizeText, getContentText } from "../../src/view/text.js";

it("removes control characters that would move the cursor", () => {
  expect(sanitizeText("\u001b[2J\u001b[1;1Hyes\r\u0007\u009b1A no\n\tend")).toBe("yes no\n\tend");
});

it("represents other blocks by their name or type", () => {
  const link = { type: "resource_link" as const, name: "cart.js", uri: "file:///cart.js" };
  const image = { type: "image" as const, data: "", mimeType: "image/png" };
  expect(getContentText([{ type: "text", text: "See " }, link, image])).toBe("See cart.js[image]");
});
