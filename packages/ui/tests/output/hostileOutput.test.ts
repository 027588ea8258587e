import { describe, expect, it } from "vitest";
import {
  findOpenColors,
  parseOutputSpans,
  removeFence,
} from "../../src/output/parseOutputSpans.js";
import { splitText } from "../../src/content/splitText.js";
import { growthOf } from "../support/countCalls.js";

const ESC = "\u001b[";
const textOf = (output: string): string =>
  parseOutputSpans(output)
    .map(({ text }) => text)
    .join("");
const coloredLine = (length: number): string =>
  Array.from({ length }, (_, index) => `${ESC}3${index % 8}mx`).join("");

describe("output that a tool floods", () => {
  it.each<[string, (size: number) => string]>([
    ["a line whose characters all have a color", coloredLine],
    ["a line that is overwritten again and again", (size) => coloredLine(99) + "\rab".repeat(size)],
    [
      "a colored line after many carriage returns",
      (size) => coloredLine(size) + "\rx".repeat(size),
    ],
    ["steps back in a long line", (size) => "x".repeat(size) + "\b\bab".repeat(size)],
    ["unfinished colors", (size) => `${ESC}1;`.repeat(size)],
    ["unfinished hyperlinks", (size) => "\u001b]8;;http://x".repeat(size)],
    ["decorations that are set again", (size) => `${ESC}1;4mx`.repeat(size)],
    ["a color with many parameters", (size) => `${ESC}${"1;31;".repeat(size)}mx`],
    ["redrawn lines", (size) => `${"a\n".repeat(50)}${`${ESC}50Ab\n`.repeat(size)}`],
    ["lines erased below the cursor", (size) => "\n".repeat(size) + `${ESC}Jx`.repeat(size)],
    ["exclamation marks in a sequence", (size) => ESC + "!".repeat(size)],
  ])("is parsed in linear time: %s", (_, create) => {
    expect(growthOf(500, (size) => parseOutputSpans(create(size)))).toBeLessThan(12);
  });

  it("keeps every character of 100,000 colored ones", () => {
    const spans = parseOutputSpans(coloredLine(100_000));
    expect(spans.length).toBe(100_000);
    expect(textOf(coloredLine(1_000))).toBe("x".repeat(1_000));
  });

  it("keeps each decoration once", () => {
    expect(parseOutputSpans(`${ESC}1;4mx`.repeat(1_000))).toEqual([
      { text: "x".repeat(1_000), style: { decorations: ["bold", "underline"] } },
    ]);
  });

  it("keeps a line of 1 MB", () => {
    expect(textOf("é".repeat(1_000_000))).toHaveLength(1_000_000);
    expect(textOf(`e${"\u0301".repeat(100_000)}`)).toHaveLength(100_001);
  });

  it("opens the next part with one short sequence, regardless of the styles before it", () => {
    const { parts } = splitText(`${ESC}1m${coloredLine(10_000)}`, findOpenColors);
    expect(parts.length).toBeGreaterThan(10);
    expect(Math.max(...parts.map(({ opening }) => opening.length))).toBeLessThan(60);
    expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThan(5_100);
    expect(growthOf(2_000, (size) => splitText(coloredLine(size), findOpenColors))).toBeLessThan(
      12,
    );
  });

  it("does not divide a sequence between two parts", () => {
    for (const start of ["", "x", "xx", "xxx", "xxxx"]) {
      const { parts } = splitText(start + coloredLine(5_000), findOpenColors);
      expect(parts.map(({ text }) => textOf(text)).join("")).toBe(`${start}${"x".repeat(5_000)}`);
    }
  });

  it("does not fill the lines above a very long one with spaces", () => {
    const output = `${"\n".repeat(1_000)}${"x".repeat(100_000)}${`${ESC}Ay`.repeat(1_000)}`;
    expect(textOf(output).length).toBeLessThan(300_000);
  });

  it.each([
    ["in the middle of a color", `${ESC}31mred${ESC}3`, "red"],
    ["after the escape character", "text\u001b", "text"],
    ["in the middle of a hyperlink", "text\u001b]8;;http://exa", "text"],
  ])("hides a sequence that ends %s", (_, output, shown) => {
    expect(textOf(output)).toBe(shown);
  });

  it("shows the lines after an unfinished sequence", () => {
    expect(textOf("\u001b]0;title\nfirst\nsecond")).toBe("\nfirst\nsecond");
    expect(textOf(`a${ESC}\u0001\nb\nc`)).toBe("a\u0001\nb\nc");
  });

  it("shows the text of hyperlinks and never their address", () => {
    const link = "\u001b]8;;javascript:alert(1)\u0007click\u001b]8;;\u0007";
    expect(parseOutputSpans(link)).toEqual([{ text: "click", style: undefined }]);
  });

  it.each<[string, (size: number) => string]>([
    ["only backticks", (size) => "`".repeat(size)],
    ["a fence as long as the rest", (size) => `${"`".repeat(size)}\n${"`".repeat(size - 1)}x`],
    ["many fences", (size) => `\`\`\`\n${"``` ".repeat(size)}x`],
    ["many empty lines", (size) => `\`\`\`\n${"\n ".repeat(size)}x`],
  ])("keeps a fence that is not closed: %s", (_, create) => {
    const text = create(500_000);
    expect(removeFence(text).content).toBe(text);
  });
});

describe("the terminal", () => {
  it.each([
    ["the 8 colors", "31", { color: "187, 0, 0" }],
    ["their bright variants", "97;100", { color: "255, 255, 255", background: "85, 85, 85" }],
    ["the palette", "38;5;9;48;5;16", { color: "255, 85, 85", background: "0, 0, 0" }],
    [
      "the cube and the grays",
      "38;5;110;48;5;232",
      { color: "135, 175, 215", background: "8, 8, 8" },
    ],
    ["RGB colors", "38;2;1;2;3", { color: "1, 2, 3" }],
    ["the color that was set last", "31;32", { color: "0, 187, 0" }],
    ["reversed colors", "31;7", { color: "0, 0, 0", background: "187, 0, 0" }],
  ])("knows %s", (_, parameters, style) => {
    expect(parseOutputSpans(`${ESC}${parameters}mx`)).toEqual([
      { text: "x", style: { ...style, decorations: [] } },
    ]);
  });

  it.each(["0", "", "31;39", "41;49", "1;22", "7;27", "38;5;256", "38;2;1;2;999", "99", "5"])(
    "has no style after %j",
    (parameters) => {
      expect(parseOutputSpans(`${ESC}${parameters}mx`)).toEqual([{ text: "x", style: undefined }]);
    },
  );

  it("continues all attributes in the next part", () => {
    const part = `${ESC}31ma${ESC}0m${ESC}1;3mb${ESC}32;7mc`;
    const [span] = parseOutputSpans(`${findOpenColors(part).opening}d`);
    expect(span?.style).toEqual(parseOutputSpans(part).at(-1)?.style);
    expect(findOpenColors(`${part}${ESC}m`).opening).toBe("");
  });

  it("hides sequences that are not colors", () => {
    expect(textOf(`\u001b(Ba${ESC}?25lb${ESC}1Kc\u001b7d${ESC}2Je${ESC} qf`)).toBe("abcdef");
  });
});
