import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { AcpStore } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import type { FileSystemHandlers } from "../options.js";
import { insideSession, isMissing } from "./paths.js";

/**
 * The files of this machine for the agent, as the `fs` of `connectAgent`: text in UTF-8, inside of
 * the session's directories alone, wherever links lead. Folders of a new file are made.
 * {@link https://agentclientprotocol.com/protocol/v1/file-system}
 *
 * @example
 * ```ts
 * await connectAgent(store, source, { fs: nodeFileSystem(store) });
 * ```
 */
export function nodeFileSystem(store: Pick<AcpStore, "getState">): Required<FileSystemHandlers> {
  return {
    async readTextFile({ sessionId, path, line, limit }) {
      const file = await insideSession(store, sessionId, path);
      return { content: excerpt(await textOf(file, path), line ?? 1, limit ?? Infinity) };
    },
    async writeTextFile({ sessionId, path, content }) {
      const file = await insideSession(store, sessionId, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    },
  };
}

async function textOf(file: string, path: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw isMissing(error) ? RequestError.resourceNotFound(path) : error;
  }
}

/** Lines count from 1. */
function excerpt(text: string, line: number, limit: number): string {
  if (line <= 1 && limit === Infinity) return text;
  const start = Math.max(line, 1) - 1;
  return text
    .split("\n")
    .slice(start, start + limit)
    .join("\n");
}
