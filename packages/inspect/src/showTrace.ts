import { formatEnd, formatFrame } from "@acp-store/devtools";
import { createFrameLog } from "@acp-store/fleet/frames";
import { printMessage } from "./printMessage.js";
import { readTrace } from "./readTrace.js";
import { createPageConnections } from "./server/pageConnections.js";
import { startPageServer } from "./server/startPageServer.js";

const NO_LIMITS = { lines: Infinity, characters: Infinity };

/** Shows a trace on a page until the process is stopped. */
export async function showTrace(file: string, port: number): Promise<void> {
  const { frames, problems, end } = await readTrace(file);
  const log = createFrameLog(NO_LIMITS);
  for (const frame of frames) log.append(formatFrame(frame));
  if (end !== undefined) log.append(formatEnd(end));
  const pages = createPageConnections(log, file, () => 0);
  await pages.end(`${frames.length} ${frames.length === 1 ? "frame" : "frames"}`);
  const { address, portNote } = await startPageServer(port, pages.add);
  for (const { line, message } of problems) await printMessage(`line ${line}: ${message}`);
  await printMessage(`open ${address} to inspect ${file}${portNote} (press Ctrl+C to stop)`);
}
