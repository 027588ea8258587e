import type { EditorPage } from "./editorPage.js";
import type { MeterResult } from "./meterApi.js";

/** Sends a prompt and measures the page until the end of the turn is painted. */
export async function runTurn(editor: EditorPage, prompt: string): Promise<MeterResult> {
  await editor.page.evaluate("pageMeter.start()");
  await editor.sendPrompt(prompt);
  const result = await editor.page.evaluate<MeterResult>("pageMeter.stopAtEnd()");
  await editor.page.getByRole("button", { name: "Send" }).waitFor();
  return result;
}

/** The memory of a page after a garbage collection. */
export interface PageMemory {
  readonly megabytes: number;
  readonly nodes: number;
}

/** Collects garbage, and reads the memory of a page. */
export async function readMemory({ devtools }: EditorPage): Promise<PageMemory> {
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  const { nodes } = await devtools.send("Memory.getDOMCounters");
  return { megabytes: usedSize / 1e6, nodes };
}
