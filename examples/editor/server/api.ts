import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import type { AgentLogs } from "./bridge/agentLog.js";
import { refuseForeignSite } from "./guard.js";
import { sendJson, sendText } from "./respond.js";
import type { Source } from "./source.js";
import { readWorkFile } from "./workFile.js";

interface ApiDependencies {
  readonly source: Source;
  readonly logs: AgentLogs;
}

/**
 * - `GET /api/config`: the {@link Source}
 * - `GET /api/recording`: the recording, JSON lines
 * - `GET /api/file?path=…`: `text` of a file in the folder the agent works in, or a `reason`
 * - `GET /api/agent-log?id=…`: what the agent of the WebSocket `/acp?id=…` said outside the
 *   protocol; without an id, the agent started last
 */
export function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { source, logs }: ApiDependencies,
): void {
  const refused = refuseForeignSite(request.headers);
  if (refused) return sendText(response, 403, refused);
  switch (url.pathname) {
    case "/api/config":
      return sendJson(response, source);
    case "/api/agent-log":
      return sendJson(response, logs.read(url.searchParams.get("id") ?? undefined));
    case "/api/file":
      return void sendWorkFile(response, source, url.searchParams.get("path") ?? "");
    case "/api/recording":
      return sendRecording(response, source);
    default:
      return sendText(response, 404, `Nothing at ${url.pathname}.`);
  }
}

function sendRecording(response: ServerResponse, source: Source): void {
  if (source.mode !== "replay") {
    return sendText(response, 404, "No recording: start the server with --replay FILE.jsonl.");
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
  if (source.mode === "replay") return sendText(response, 404, "A recording holds no files.");
  const cannot = { reason: `"${path}" cannot be read.` };
  sendJson(response, await readWorkFile(source.cwd, path).catch(() => cannot));
}
