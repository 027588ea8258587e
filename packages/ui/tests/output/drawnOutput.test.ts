import { describe, expect, it } from "vitest";
import { createScreenDrawer } from "../../src/output/createScreenDrawer.js";
import { isDrawing } from "../../src/output/isDrawing.js";

const ESC = "\u001B";

/** Draws output. Resolves with the screen. */
function draw(output: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const drawer = createScreenDrawer((screen) => {
      drawer.close();
      resolve(screen);
    });
    drawer.draw(output);
  });
}

describe("isDrawing", () => {
  it.each([
    ["cursor up", `a\n${ESC}[1A`],
    ["a position", `${ESC}[3;5H`],
    ["a column", `${ESC}[10G`],
    ["erasing the screen", `${ESC}[2J`],
    ["erasing to the start of the line", `${ESC}[1K`],
    ["the alternate screen", `${ESC}[?1049h`],
    ["a saved cursor", `${ESC}7`],
  ])("finds %s", (_name, output) => {
    expect(isDrawing(`before ${output} after`)).toBe(true);
  });

  it.each([
    ["plain text", "a\nb [2J"],
    ["colors", `${ESC}[1;38;2;1;2;3mred${ESC}[0m`],
    ["a progress bar on one line", `10%\r${ESC}[K20%\r${ESC}[2K30%\b`],
    ["a hidden cursor", `${ESC}[?25l${ESC}[?25h`],
    ["a title and a link", `${ESC}]0;A${ESC}\\${ESC}]8;;https://a.example\u0007A`],
    ["an unfinished sequence", `${ESC}[12;`],
  ])("does not find %s", (_name, output) => {
    expect(isDrawing(output)).toBe(false);
  });

  it("answers for 100 kB of any sequences", () => {
    for (const part of [ESC, `${ESC}[`, `${ESC}[1;`, `${ESC}[?1`, `${ESC}[${"1".repeat(1000)}`])
      expect(isDrawing(part.repeat(Math.ceil(100_000 / part.length)))).toBe(false);
  });

  it("leaves output of more than 1 MB unchanged", () => {
    expect(isDrawing(`${ESC}[2J${"a".repeat(1_000_000)}`)).toBe(false);
  });
});

describe("createScreenDrawer", () => {
  it("shows the last state of progress bars on several lines", async () => {
    const bars = (a: number, b: number): string => `a ${a}%${ESC}[K\nb ${b}%${ESC}[K\n`;
    const up = `${ESC}[2A`;
    expect(await draw(`start\n${bars(1, 2)}${up}${bars(50, 60)}${up}${bars(100, 100)}done`)).toBe(
      "start\na 100%\nb 100%\ndone",
    );
  });

  it("shows what was printed before and after the alternate screen", async () => {
    expect(await draw(`before\n${ESC}[?1049hmenu${ESC}[?1049lafter`)).toBe("before\nafter");
    expect(await draw(`before\n${ESC}[?1049h${ESC}[Hmenu`)).toBe("menu");
  });

  it("keeps colors and decorations, and wide characters", async () => {
    const screen = await draw(`${ESC}[2J${ESC}[H${ESC}[1;31mred${ESC}[0m 漢字 ${ESC}[48;2;1;2;3mx`);
    expect(screen).toBe(
      `${ESC}[0m${ESC}[1;38;5;1mred${ESC}[0m 漢字 ${ESC}[0m${ESC}[48;2;1;2;3mx${ESC}[0m`,
    );
  });

  it("keeps a line together that is wider than the terminal", async () => {
    const line = "a".repeat(450);
    expect(await draw(`${line}\n${ESC}[1Cb`)).toBe(`${line}\n b`);
  });

  it("shows no screen of output with more rows than fit", async () => {
    expect(await draw(`${ESC}[2J${"row\n".repeat(6_000)}`)).toBeUndefined();
    const screen = await draw(`${ESC}[2J${"row\n".repeat(4_000)}end`);
    expect(screen?.split("\n")).toHaveLength(4_001);
  });

  it("draws output that grows, and output that replaces another", async () => {
    const screens: (string | undefined)[] = [];
    await new Promise<void>((resolve) => {
      const steps = ["one\n", `one\n${ESC}[1Atwo`, "three"];
      const drawer = createScreenDrawer((screen) => {
        screens.push(screen);
        const next = steps.shift();
        if (next === undefined) return resolve();
        drawer.draw(next);
      });
      drawer.draw(steps.shift() ?? "");
    });
    expect(screens).toEqual(["one", "two", "three"]);
  });

  it.each([
    `${ESC}[2147483647S`,
    `${ESC}[2147483647L`,
    `x${ESC}[2147483647b`,
    `${ESC}[2147483647I`,
    `${ESC}[999;999H${ESC}[200@x${ESC}[200P${ESC}[1;2r${ESC}M`,
  ])("draws 200 kB of %j", async (part) => {
    await expect(draw(part.repeat(Math.floor(200_000 / part.length)))).resolves.toBeDefined();
  });
});
