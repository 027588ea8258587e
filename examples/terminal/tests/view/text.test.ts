import { expect, it } from "vitest";
import { clean, textOf } from "../../src/view/text.js";

it("takes away what would move the cursor", () => {
  expect(clean("\u001b[2J\u001b[1;1Hyes\r\u0007\u009b1A no\n\tend")).toBe("yes no\n\tend");
});

it("names blocks that are no text", () => {
  const link = { type: "resource_link" as const, name: "cart.js", uri: "file:///cart.js" };
  const image = { type: "image" as const, data: "", mimeType: "image/png" };
  expect(textOf([{ type: "text", text: "See " }, link, image])).toBe("See cart.js[image]");
});
