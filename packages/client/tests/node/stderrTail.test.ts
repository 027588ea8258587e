import { describe, expect, it } from "vitest";
import { createStderrTail } from "../../src/node/stderrTail.js";

describe("createStderrTail", () => {
  it("keeps the last lines of all chunks, with Unix or Windows line endings", () => {
    const stderrTail = createStderrTail();
    for (const chunk of ["1\r\n2\r", "\n3\r\n4\n\n", "5\r\n", "6", "th\r\n"])
      stderrTail.add(chunk, 0);
    expect(stderrTail.getLines(0, true)).toEqual(["2", "3", "4", "5", "6th"]);
  });

  it("includes a last line without a line break", () => {
    const stderrTail = createStderrTail();
    for (const chunk of ["1\n2\n3\n4\n5\n", "out of", " memory"]) stderrTail.add(chunk, 0);
    expect(stderrTail.getLines(0, true)).toEqual(["2", "3", "4", "5", "out of memory"].slice(0, 5));
  });

  it("omits lines that a working agent wrote long before its exit", () => {
    const stderrTail = createStderrTail();
    stderrTail.add("listening\nlogged in\n", 1000);
    stderrTail.add("out of memory\n", 9000);
    expect(stderrTail.getLines(9500, true)).toEqual(["out of memory"]);
    expect(stderrTail.getLines(60_000, true)).toEqual([]);
  });

  it("keeps old lines of an agent that never sent a message", () => {
    const stderrTail = createStderrTail();
    stderrTail.add("no API key\n", 0);
    expect(stderrTail.getLines(60_000, false)).toEqual(["no API key"]);
  });
});
