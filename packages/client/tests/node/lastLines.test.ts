import { expect, it } from "vitest";
import { lastLines } from "../../src/node/lastLines.js";

it("are the last ones of all pieces, as lines end on any system", () => {
  const lines = lastLines();
  for (const piece of ["1\r\n2\r", "\n3\r\n4\n", "5\r\n", "6", "th\r\n"]) lines.add(piece);
  expect(lines.text()).toBe("2\n3\n4\n5\n6th");
});
