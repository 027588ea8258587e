import { describe, expect, it } from "vitest";
import { createBoundedOutput } from "../../src/node/boundedOutput.js";

function addChunks(limit: number, ...chunks: (string | number[])[]) {
  const output = createBoundedOutput(limit);
  for (const chunk of chunks) output.add(Buffer.from(chunk as string));
  const { truncated } = output;
  return { text: output.getText(), truncated };
}

describe("createBoundedOutput", () => {
  it.each([
    ["all output within the limit", 10, ["abc", "def"], { text: "abcdef", truncated: false }],
    ["the end of longer output", 4, ["abc", "def"], { text: "cdef", truncated: true }],
    ["only whole characters at the start", 4, ["aä€"], { text: "€", truncated: true }],
    [
      "characters that are split across chunks",
      9,
      [[0xe2, 0x82], [0xac]],
      { text: "€", truncated: false },
    ],
    [
      "no incomplete character at the end",
      9,
      ["a", [0xf0, 0x9f, 0x98]],
      { text: "a", truncated: false },
    ],
    [
      "invalid UTF-8 as replacement characters",
      9,
      [[0xff, 0x41]],
      { text: "\uFFFDA", truncated: false },
    ],
    ["nothing with a limit of 0", 0, ["abc"], { text: "", truncated: true }],
  ])("keeps %s", (_part, limit, chunks, expected) => {
    expect(addChunks(limit, ...chunks)).toEqual(expected);
  });

  it("accepts more output after it was read and stays marked as truncated", () => {
    const output = createBoundedOutput(3);
    output.add(Buffer.from("abcdefgh"));
    expect(output.getText()).toBe("fgh");
    output.add(Buffer.from("i"));
    expect([output.getText(), output.truncated]).toEqual(["ghi", true]);
  });
});
