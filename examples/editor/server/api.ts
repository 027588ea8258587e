import { createReadStream } from "node:fs";
import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { type RequestHandler, sendJson, sendText } from "@acp-store/server/local";
import type { AgentLogs } from "./bridge/agentLog.js";
import type { Source } from "./source.js";
import { readWorkFile } from "./workFile.js";

/**
 * Creates the handler for the page's requests:
 *
 * - `GET /api/config`: the {@link Source}
 * - `GET /api/recording`: the recording as JSON lines
 * - `GET /api/file?path=…`: the `text` of a file in the agent's working folder, or a `reason` why
 *   it is not available
 * - `GET /api/agent-log?id=…`: the output outside the protocol of the agent that belongs to the
 *   WebSocket `/acp?id=…`. Without an id: of the agent that was started last
 */
export function createApi(source: Source, logs: AgentLogs): RequestHandler {
  return (_request, response, { pathname, searchParams }) => {
    switch (pathname) {
      case "/api/config":
        return sendJson(response, source);
      case "/api/agent-log":
        return sendJson(response, logs.read(searchParams.get("id") ?? undefined));
      case "/api/file":
        return void sendWorkFile(response, source, searchParams.get("path") ?? "");
      case "/api/recording":
        return sendRecording(response, source);
      default:
        return sendText(response, 404, `Not found: ${pathname}`);
    }
  };
}

function sendRecording(response: ServerResponse, source: Source): void {
  if (source.mode !== "replay") {
    const text = "There is no recording. Start the server with --replay FILE.jsonl.";
    return sendText(response, 404, text);
  }
  const file = createReadStream(source.file);
  file.once("error", () => {
    if (!response.headersSent) sendText(response, 410, `${source.file} can no longer be read.`);
  });
  file.once("open", () => {
    response.writeHead(200, {
      "Content-Type": "application/x-ndjson; charset=utf-8",
      "Cache-Control": "no-store",
    });
    pipeline(file, response, () => {});
  });
}

async function sendWorkFile(response: ServerResponse, source: Source, path: string): Promise<void> {
  if (source.mode === "replay") return sendText(response, 404, "A recording contains no files.");
  const unreadable = { reason: `"${path}" cannot be read.` };
  sendJson(response, await readWorkFile(source.cwd, path).catch(() => unreadable));
}
