import { describe, expect, it } from "vitest";
import { boundedOutput } from "../../src/node/boundedOutput.js";

function after(limit: number, ...pieces: (string | number[])[]) {
  const output = boundedOutput(limit);
  for (const piece of pieces) output.add(Buffer.from(piece as string));
  const { truncated } = output;
  return { text: output.text(), truncated };
}

describe("a bounded output", () => {
  it.each([
    ["all that fits", 10, ["abc", "def"], { text: "abcdef", truncated: false }],
    ["the end of what does not", 4, ["abc", "def"], { text: "cdef", truncated: true }],
    ["whole characters at the start", 4, ["aä€"], { text: "€", truncated: true }],
    ["characters that came in pieces", 9, [[0xe2, 0x82], [0xac]], { text: "€", truncated: false }],
    ["no half character at the end", 9, ["a", [0xf0, 0x9f, 0x98]], { text: "a", truncated: false }],
    ["what is no UTF-8 at all", 9, [[0xff, 0x41]], { text: "\uFFFDA", truncated: false }],
    ["nothing", 0, ["abc"], { text: "", truncated: true }],
  ])("keeps %s", (_what, limit, pieces, expected) => {
    expect(after(limit, ...pieces)).toEqual(expected);
  });

  it("goes on after it was read, and remembers that it was cut", () => {
    const output = boundedOutput(3);
    output.add(Buffer.from("abcdefgh"));
    expect(output.text()).toBe("fgh");
    output.add(Buffer.from("i"));
    expect([output.text(), output.truncated]).toEqual(["ghi", true]);
  });
});
