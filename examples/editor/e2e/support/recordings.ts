import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright";
import { startEditor } from "../../tests/support/editor.js";
import { temporaryFolder } from "../../tests/support/programs.js";
import { openPage } from "./browser.js";

/** A frame of a recording; its time is its place. */
export interface Sent {
  readonly dir: "recv" | "sent";
  readonly msg: object;
}

export const request = (id: number, method: string, params: object): Sent => ({
  dir: "sent",
  msg: { jsonrpc: "2.0", id, method, params },
});

export const asked = (id: string, method: string, params: object): Sent => ({
  dir: "recv",
  msg: { jsonrpc: "2.0", id, method, params },
});

export const answer = (id: number, result: object): Sent => ({
  dir: "recv",
  msg: { jsonrpc: "2.0", id, result },
});

export const update = (sessionId: string, fields: object): Sent => ({
  dir: "recv",
  msg: { jsonrpc: "2.0", method: "session/update", params: { sessionId, update: fields } },
});

export const chunk = (sessionId: string, sessionUpdate: string, text: string): Sent =>
  update(sessionId, { sessionUpdate, content: { type: "text", text } });

export async function writeRecording(frames: readonly Sent[]): Promise<string> {
  const file = join(await temporaryFolder(), "recording.jsonl");
  await writeFile(file, frames.map((frame, t) => JSON.stringify({ t, ...frame })).join("\n"));
  return file;
}

/** The page with a recording, at its end. */
export async function openAtEnd(file: string, options?: BrowserContextOptions): Promise<Page> {
  const editor = await startEditor(["--replay", file]);
  const page = await openPage(editor.address, options);
  await page
    .getByRole("button", { name: "Pause" })
    .or(page.getByRole("button", { name: "Play" }))
    .click();
  const slider = page.getByRole("slider", { name: "Position" });
  await slider.fill((await slider.getAttribute("max")) ?? "");
  return page;
}
