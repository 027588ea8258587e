import { createRandom, type Random } from "../wire/random.js";
import { createWords } from "../wire/words.js";

const WORDS_PER_LINE = 7;
/** Code has few other characters, and lines have no line breaks inside. */
const NOT_IN_CODE = /[^ -~]/g;

/** A file with the lines that an agent changes. */
export interface EditedText {
  readonly lines: readonly string[];
  /** The indexes of the lines that are changed, each in a hunk. */
  readonly places: readonly number[];
}

/** Creates a file with hunks at equal distances. */
export function createEditedText(lineCount: number, hunks: number): EditedText {
  const random = createRandom();
  const lines = Array.from({ length: lineCount }, (_, index) => `${index} ${createCode(random)}\n`);
  const distance = lineCount / hunks;
  const places = Array.from({ length: hunks }, (_, index) => Math.floor((index + 0.5) * distance));
  return { lines, places };
}

function createCode(random: Random): string {
  return createWords(random, WORDS_PER_LINE).replaceAll(NOT_IN_CODE, "").trimEnd();
}

/** Creates files with a number of hunks in all, by their paths. */
export function createEditedFiles(
  fileCount: number,
  lineCount: number,
  hunks: number,
): ReadonlyMap<string, EditedText> {
  return new Map(
    Array.from({ length: fileCount }, (_, index) => {
      const next = Math.floor((hunks * (index + 1)) / fileCount);
      const count = next - Math.floor((hunks * index) / fileCount);
      const path = `packages/part-${index % 10}/src/module-${index}.ts`;
      return [path, createEditedText(lineCount, count)];
    }),
  );
}

/** Returns the line that an edit of the agent writes. */
export function editLine(line: string, version: number): string {
  return `changed ${version}: ${line}`;
}

/** Returns the text with all its places changed. */
export function applyEdits({ lines, places }: EditedText): string {
  const changed = new Set(places);
  return lines.map((line, index) => (changed.has(index) ? editLine(line, 0) : line)).join("");
}
