import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Act } from "./act.js";

/** Everything that was shown in a session, which outlives the agent's process. */
export interface Transcript {
  readonly acts: readonly Act[];
  add(act: Act): void;
}

const FOLDER = ".acp-demo-agent";
const SUFFIX = ".jsonl";

/** What a session of this folder is kept in. The first act makes the file. */
export function createTranscript(cwd: string, sessionId: string): Transcript {
  return transcriptOf(cwd, sessionId, []);
}

/** What was kept of a session, or `undefined` where the folder has none of that name. */
export function readTranscript(cwd: string, sessionId: string): Transcript | undefined {
  // Whatever the client sends as an id must not lead out of the folder.
  if (!transcriptIds(cwd).includes(sessionId)) return undefined;
  const lines = readFileSync(fileOf(cwd, sessionId), "utf8").split("\n");
  return transcriptOf(cwd, sessionId, lines.flatMap(readAct));
}

/** The sessions that are kept in a folder. */
export function transcriptIds(cwd: string): string[] {
  try {
    const names = readdirSync(join(cwd, FOLDER)).filter((name) => name.endsWith(SUFFIX));
    return names.map((name) => name.slice(0, -SUFFIX.length));
  } catch {
    return [];
  }
}

function transcriptOf(cwd: string, sessionId: string, kept: readonly Act[]): Transcript {
  const acts = [...kept];
  return {
    acts,
    add(act) {
      acts.push(act);
      mkdirSync(join(cwd, FOLDER), { recursive: true });
      // A process that is killed in the middle of a turn leaves what it has shown.
      appendFileSync(fileOf(cwd, sessionId), `${JSON.stringify(act)}\n`);
    },
  };
}

const fileOf = (cwd: string, sessionId: string): string => join(cwd, FOLDER, sessionId + SUFFIX);

/** A process that was killed may have left half a line. */
function readAct(line: string): Act[] {
  try {
    return [JSON.parse(line) as Act];
  } catch {
    return [];
  }
}
