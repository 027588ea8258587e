import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTemporaryFolder, fixtureCommand } from "./program.js";

const LINES = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`);

/** Returns the text of `a.txt` with other lines in the place of some. */
export const textWith = (lines: Readonly<Record<number, string>>): string =>
  LINES.map((line, index) => (lines[index + 1] ? `${lines[index + 1]}\n` : line)).join("");

/** Creates a folder with the file `a.txt`, and returns the options that start an agent in it. */
export async function createReviewedFolder() {
  const dir = await createTemporaryFolder();
  const path = join(dir, "a.txt");
  await writeFile(path, textWith({}));
  return {
    dir,
    path,
    args: ["--agent", fixtureCommand("editingAgent.mjs"), "--cwd", dir],
    readText: () => readFile(path, "utf8"),
  };
}
