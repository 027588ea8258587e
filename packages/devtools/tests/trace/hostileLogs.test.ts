import { parseTrace } from "@acp-store/devtools";
import { describe, expect, it } from "vitest";

const MEGABYTES_20 = 20_000_000;
const MEGABYTES_2 = 2_000_000;
const UPDATE = '{"method":"session/update"}';

function repeat(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length));
}

// A search whose time grows faster than the file would not end before the timeout.
describe("parseTrace", () => {
  it.each([
    ["opening braces", repeat("{", MEGABYTES_20)],
    ["starts of keys", repeat('{"', MEGABYTES_2)],
    ["escaped quotes", `{"${repeat('\\"', MEGABYTES_20)}`],
    ["spaces", `{${repeat(" ", MEGABYTES_2)}x`],
    ["times", repeat("12:00:01.123 +12ms ", MEGABYTES_2)],
    ["open levels", `{"jsonrpc":"2.0","id":1,"x":${repeat("[", MEGABYTES_20)}`],
  ])("reports that megabytes of %s are not a message", (_name, line) => {
    const { frames, problems } = parseTrace(line);
    expect(frames).toEqual([]);
    expect(problems[0]?.message).toContain("These forms are accepted");
    expect(problems[0]?.text).toHaveLength(120);
  });

  it("finds a message behind megabytes of text", () => {
    const { frames } = parseTrace(`${repeat("a <- ", MEGABYTES_2)}${UPDATE}`);
    expect(frames).toHaveLength(1);
  });

  it.each([
    ["100,000 lines", `${UPDATE}\n`.repeat(100_000)],
    ["200,000 messages in one list", `[${`${UPDATE},`.repeat(199_999)}${UPDATE}]`],
    ["objects without line breaks", UPDATE.repeat(100_000)],
  ])("reads %s", (_name, text) => {
    const { frames, problems } = parseTrace(text);
    expect(frames.length).toBeGreaterThanOrEqual(100_000);
    expect(problems).toEqual([]);
  });

  it.each([
    ["the same indentation", "{\n".repeat(20_000)],
    [
      "more and more indentation",
      Array.from({ length: 2000 }, (_, i) => `${" ".repeat(i)}{`).join("\n"),
    ],
  ])("gives up objects that never end, with %s", (_name, text) => {
    expect(parseTrace(text).frames).toEqual([]);
  });

  it("reads objects with 200,000 levels up to a limit", () => {
    const levels = 200_000;
    const deep = `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const { frames } = parseTrace(`{"jsonrpc":"2.0","id":1,"result":${deep}}`);
    expect(JSON.stringify(frames).length).toBeLessThan(10_000);
  });

  it("takes __proto__ as any other key", () => {
    const { frames, problems } = parseTrace(
      [
        '{"__proto__":{"dir":"recv"},"dir":"sent","msg":{"__proto__":{"x":1}}}',
        '{"jsonrpc":"2.0","id":"__proto__","method":"session/new","params":{"__proto__":{"x":1}}}',
        '{"jsonrpc":"2.0","id":"__proto__","result":{"__proto__":{"x":1}}}',
        '{"_direction":"incoming","_type":"response","id":1,"params":{"__proto__":{"x":1}}}',
      ].join("\n"),
    );
    expect(frames.map(({ dir }) => dir)).toEqual(["sent", "sent", "recv", "recv"]);
    expect(JSON.stringify(frames).split('"__proto__":{"x":1}')).toHaveLength(5);
    expect(problems).toEqual([]);
    expect("x" in {}).toBe(false);
  });
});
