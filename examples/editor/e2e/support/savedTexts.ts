import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Editor } from "../../tests/support/editor.js";

/** Returns everything that the server has saved of its sessions, as text. */
async function readSavedTexts({ dataDir }: Editor): Promise<string> {
  const folder = join(dataDir, "agents");
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  // A temporary file does not count until it has its final name.
  const saved = names.filter((name) => !name.endsWith(".tmp"));
  const texts = saved.map((name) => readFile(join(folder, name), "utf8").catch(() => ""));
  return (await Promise.all(texts)).join("\n");
}

/** Waits until the server has saved a text. */
export async function waitUntilSaved(editor: Editor, text: string): Promise<void> {
  await expect.poll(() => readSavedTexts(editor)).toContain(text);
}

/** Waits until the server has removed a text from what it has saved. */
export async function waitUntilForgotten(editor: Editor, text: string): Promise<void> {
  await expect.poll(() => readSavedTexts(editor)).not.toContain(text);
}
