import { expect, it } from "vitest";
import { createStderrTail } from "../../src/node/stderrTail.js";

it("returns the last lines of all chunks, with Unix or Windows line endings", () => {
  const stderrTail = createStderrTail();
  for (const chunk of ["1\r\n2\r", "\n3\r\n4\n", "5\r\n", "6", "th\r\n"]) stderrTail.add(chunk);
  expect(stderrTail.getText()).toBe("2\n3\n4\n5\n6th");
});
