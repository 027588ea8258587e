import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { readFileContent, replaceFile, toContentId } from "@acp-store/client/node";
import { expect, it } from "vitest";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

/** The number of replacements that succeed while another program writes. 300 take several seconds. */
const REPLACEMENTS = Number(process.env.ACP_RACE_REPLACEMENTS ?? 60);
/** The number of lines to keep in the file, so that it stays small. */
const KEPT_LINES = 50;

it.each([
  ["append", 0],
  // Two system calls are between the look at the file and its replacement. A system that is busy may run
  // the other program in between, and a file that is renamed there cannot be noticed. Without the look,
  // up to 28 of 480 writes were lost.
  ["rename", 5],
] as const)(
  "keeps the writes of a program that writes with %s at the same time, except for %i",
  async (way, mostLost) => {
    const folder = await createTemporaryFolder();
    const path = "shared.txt";
    await writeFile(join(folder, path), "start\n");
    const script = join(import.meta.dirname, "../fixtures/writeTokens.mjs");
    const writer = spawn(process.execPath, [script, join(folder, path), way], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const exited = once(writer, "exit");
    const count = text(writer.stdout);

    const seen = new Set<string>();
    const addTokens = (bytes: Uint8Array | undefined): void => {
      const lines = Buffer.from(bytes ?? []).toString();
      for (const [token] of lines.matchAll(/^U\d+$/gm)) seen.add(token);
    };
    const rescues: Promise<void>[] = [];
    for (let replacements = 0; replacements < REPLACEMENTS; ) {
      const current = await readFileContent(folder, path);
      if (current === null) throw new Error("The file was missing for a moment.");
      addTokens(current.bytes);
      const lines = Buffer.from(current.bytes).toString().split("\n");
      const bytes = Buffer.from(lines.slice(-KEPT_LINES).join("\n"));
      const { replaced, rescued } = await replaceFile({
        folder,
        path,
        content: { bytes, mode: "regular" },
        expected: toContentId(current.bytes),
      });
      if (replaced) replacements++;
      rescues.push(rescued.then(addTokens));
    }
    writer.stdin.end();
    await exited;
    await Promise.all(rescues);
    addTokens((await readFileContent(folder, path))?.bytes);

    const tokens = Array.from({ length: Number(await count) }, (_, index) => `U${index}`);
    expect(tokens.length).toBeGreaterThan(0);
    const lost = tokens.filter((token) => !seen.has(token));
    expect(lost.slice(mostLost)).toEqual([]);
  },
);
