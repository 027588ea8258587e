import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright";
import { startEditor } from "../../tests/support/editor.js";
import { temporaryFolder } from "../../../agent/tests/support/programs.js";
import { openPage } from "../../../../tests/support/openPage.js";

/** A frame of a recording. Its timestamp is its index. */
export interface RecordedFrame {
  readonly dir: "recv" | "sent";
  readonly msg: object;
}

export const clientRequest = (id: number, method: string, params: object): RecordedFrame => ({
  dir: "sent",
  msg: { jsonrpc: "2.0", id, method, params },
});

export const agentRequest = (id: string, method: string, params: object): RecordedFrame => ({
  dir: "recv",
  msg: { jsonrpc: "2.0", id, method, params },
});

export const agentResponse = (id: number, result: object): RecordedFrame => ({
  dir: "recv",
  msg: { jsonrpc: "2.0", id, result },
});

export const sessionUpdate = (sessionId: string, fields: object): RecordedFrame => ({
  dir: "recv",
  msg: { jsonrpc: "2.0", method: "session/update", params: { sessionId, update: fields } },
});

export const messageChunk = (sessionId: string, kind: string, text: string): RecordedFrame =>
  sessionUpdate(sessionId, { sessionUpdate: kind, content: { type: "text", text } });

export async function writeRecording(frames: readonly RecordedFrame[]): Promise<string> {
  const file = join(await temporaryFolder(), "recording.jsonl");
  await writeFile(file, frames.map((frame, t) => JSON.stringify({ t, ...frame })).join("\n"));
  return file;
}

/** Opens the page with a recording and moves to its end. */
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
