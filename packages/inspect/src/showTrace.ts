import { formatFrame } from "@acp-store/devtools";
import { createFrameLog } from "./frameLog.js";
import { readTrace } from "./readTrace.js";
import { say } from "./say.js";
import { createPages } from "./server/pages.js";
import { startServer } from "./server/startServer.js";

const ALL = { lines: Infinity, characters: Infinity };

/** Shows a trace on a page, until it is stopped. */
export async function showTrace(file: string, port: number): Promise<void> {
  const { frames, problems } = await readTrace(file);
  const log = createFrameLog(ALL);
  for (const frame of frames) log.append(formatFrame(frame));
  const pages = createPages(log, file);
  await pages.end(`${frames.length} ${frames.length === 1 ? "message" : "messages"}`);
  const { address, remark } = await startServer(port, pages.add);
  for (const { line, message } of problems) await say(`line ${line}: ${message}`);
  await say(`look at ${file} at ${address}${remark} (Ctrl-C stops it)`);
}
