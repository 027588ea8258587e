import { expect, it } from "vitest";
import { createStderrLines } from "../../src/node/stderrLines.js";

function collect() {
  const lines: string[] = [];
  const stderr = createStderrLines();
  stderr.listen((line) => void lines.push(line));
  return { ...stderr, lines };
}

it("joins the chunks of a line and leaves out blank lines", () => {
  const { push, lines } = collect();
  for (const chunk of ["read", "ing\r\n\n \n  at main", ".ts:3\nunfin"]) push(chunk);
  expect(lines).toEqual(["reading", "  at main.ts:3"]);
});

it("ends an unfinished line once", () => {
  const { push, flush, lines } = collect();
  push("Killed");
  flush();
  flush();
  expect(lines).toEqual(["Killed"]);
});

it("adds a line of stdout without ending the unfinished line of stderr", () => {
  const { push, addLine, lines } = collect();
  push("half");
  addLine("Welcome!");
  push(" line\n");
  expect(lines).toEqual(["Welcome!", "half line"]);
});

it("cuts a long line, and says how long it is", () => {
  const { push, addLine, lines } = collect();
  for (let chunk = 0; chunk < 100; chunk++) push("x".repeat(1000));
  push("\nnext\n");
  addLine("y".repeat(10_000));
  addLine("z".repeat(10_001));
  expect(lines).toEqual([
    `${"x".repeat(10_000)}… (cut: 100000 characters)`,
    "next",
    "y".repeat(10_000),
    `${"z".repeat(10_000)}… (cut: 10001 characters)`,
  ]);
});

it("keeps the first 1000 lines for a listener that comes later", () => {
  const stderr = createStderrLines();
  for (let index = 0; index < 1500; index++) stderr.push(`${index}\n`);
  const lines: string[] = [];
  stderr.listen((line) => void lines.push(line));
  stderr.push("later\n");
  expect(lines).toHaveLength(1001);
  expect([lines[0], lines[999], lines[1000]]).toEqual(["0", "999", "later"]);
});
