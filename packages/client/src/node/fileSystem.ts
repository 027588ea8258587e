import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { AcpStore } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import type { FileSystemHandlers } from "../options.js";
import { isNotFoundError, resolveSessionPath } from "./sessionPaths.js";

/**
 * Returns file handlers for the `fs` option of `connectAgent`, which read and write UTF-8 text on
 * this machine. The agent can only reach files inside of the session's directories, after symbolic
 * links are resolved. Missing parent folders of a new file are created.
 * {@link https://agentclientprotocol.com/protocol/v1/file-system}
 *
 * The handlers reject with a `RequestError`, which is sent to the agent, if the session is unknown
 * or closed, if the path is outside of its directories, or if the file to read does not exist.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { nodeFileSystem, spawnAgent } from "@acp-store/client/node";
 * import { createAcpStore } from "@acp-store/core";
 *
 * const store = createAcpStore();
 * const agent = await connectAgent(store, spawnAgent("my-agent"), { fs: nodeFileSystem(store) });
 * ```
 */
export function nodeFileSystem(store: Pick<AcpStore, "getState">): Required<FileSystemHandlers> {
  return {
    async readTextFile({ sessionId, path, line, limit }) {
      const file = await resolveSessionPath(store, sessionId, path);
      return { content: selectLines(await readText(file, path), line ?? 1, limit ?? Infinity) };
    },
    async writeTextFile({ sessionId, path, content }) {
      const file = await resolveSessionPath(store, sessionId, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    },
  };
}

async function readText(file: string, path: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw isNotFoundError(error) ? RequestError.resourceNotFound(path) : error;
  }
}

/** Returns up to `limit` lines, starting with line number `line`, which counts from 1. */
function selectLines(text: string, line: number, limit: number): string {
  if (line <= 1 && limit === Infinity) return text;
  const start = Math.max(line, 1) - 1;
  return text
    .split("\n")
    .slice(start, start + limit)
    .join("\n");
}
