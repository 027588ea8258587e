import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { AgentEvent, TranscriptStorage } from "../index.js";

const TRANSCRIPT_SUFFIX = ".jsonl";

/**
 * Keeps transcripts on disk, in a folder in the working directory of each session, so that they
 * outlive the process of the agent. Git ignores a folder that it creates. Without a working directory, `list` uses that of this process.
 *
 * @example
 * ```ts
 * import { scriptedAgent } from "@acp-store/testing";
 * import { folderTranscripts, serveStdio } from "@acp-store/testing/node";
 *
 * const agent = scriptedAgent({
 *   storage: folderTranscripts(".my-agent"),
 *   onPrompt: (turn) => turn.say(`You said: ${turn.text}`),
 * });
 * await serveStdio(agent);
 * ```
 */
export function folderTranscripts(folder: string): TranscriptStorage {
  const fileOf = (sessionId: string, cwd: string): string =>
    join(cwd, folder, sessionId + TRANSCRIPT_SUFFIX);

  function list(cwd: string): string[] {
    try {
      return readdirSync(join(cwd, folder))
        .filter((name) => name.endsWith(TRANSCRIPT_SUFFIX))
        .map((name) => name.slice(0, -TRANSCRIPT_SUFFIX.length));
    } catch {
      return [];
    }
  }

  return {
    list: (cwd = process.cwd()) => list(cwd).map((sessionId) => ({ sessionId, cwd })),
    read(sessionId, cwd) {
      // Only ids found in the folder are accepted, so that an id with `..` cannot escape it.
      if (!list(cwd).includes(sessionId)) return undefined;
      return readFileSync(fileOf(sessionId, cwd), "utf8").split("\n").flatMap(parseEvent);
    },
    append(sessionId, cwd, event) {
      const created = mkdirSync(join(cwd, folder), { recursive: true });
      if (created !== undefined) writeFileSync(join(cwd, folder, ".gitignore"), "*\n");
      // Written immediately, so that a process killed mid-turn leaves everything it has sent.
      appendFileSync(fileOf(sessionId, cwd), `${JSON.stringify(event)}\n`);
    },
    delete(sessionId, cwd) {
      if (list(cwd).includes(sessionId)) rmSync(fileOf(sessionId, cwd));
    },
  };
}

/** Parses one line. Skips an incomplete line, which a killed process may have left. */
function parseEvent(line: string): AgentEvent[] {
  try {
    return [JSON.parse(line) as AgentEvent];
  } catch {
    return [];
  }
}
