import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { AgentEvent } from "./event.js";

/** All events of a session. The transcript is stored on disk and outlives the agent's process. */
export interface Transcript {
  readonly events: readonly AgentEvent[];
  add(event: AgentEvent): void;
}

const TRANSCRIPT_FOLDER = ".acp-demo-agent";
const TRANSCRIPT_SUFFIX = ".jsonl";

/** Creates an empty transcript. Its file is created with the first event. */
export function createTranscript(cwd: string, sessionId: string): Transcript {
  return buildTranscript(cwd, sessionId, []);
}

/** Reads the stored transcript of a session, or returns `undefined` if there is none. */
export function readTranscript(cwd: string, sessionId: string): Transcript | undefined {
  // Only ids found in the folder are accepted, so that an id with `..` cannot escape it.
  if (!listTranscriptIds(cwd).includes(sessionId)) return undefined;
  const lines = readFileSync(transcriptFile(cwd, sessionId), "utf8").split("\n");
  return buildTranscript(cwd, sessionId, lines.flatMap(parseEvent));
}

/** Lists the ids of the sessions stored in a folder. */
export function listTranscriptIds(cwd: string): string[] {
  try {
    const names = readdirSync(join(cwd, TRANSCRIPT_FOLDER)).filter((name) =>
      name.endsWith(TRANSCRIPT_SUFFIX),
    );
    return names.map((name) => name.slice(0, -TRANSCRIPT_SUFFIX.length));
  } catch {
    return [];
  }
}

/** Deletes the stored transcript of a session, if there is one. */
export function deleteTranscript(cwd: string, sessionId: string): void {
  if (listTranscriptIds(cwd).includes(sessionId)) rmSync(transcriptFile(cwd, sessionId));
}

function buildTranscript(cwd: string, sessionId: string, kept: readonly AgentEvent[]): Transcript {
  const events = [...kept];
  return {
    events,
    add(event) {
      events.push(event);
      mkdirSync(join(cwd, TRANSCRIPT_FOLDER), { recursive: true });
      // Written immediately, so that a process killed mid-turn leaves everything it has sent.
      appendFileSync(transcriptFile(cwd, sessionId), `${JSON.stringify(event)}\n`);
    },
  };
}

const transcriptFile = (cwd: string, sessionId: string): string =>
  join(cwd, TRANSCRIPT_FOLDER, sessionId + TRANSCRIPT_SUFFIX);

/** Parses one line. Skips an incomplete line, which a killed process may have left. */
function parseEvent(line: string): AgentEvent[] {
  try {
    return [JSON.parse(line) as AgentEvent];
  } catch {
    return [];
  }
}
