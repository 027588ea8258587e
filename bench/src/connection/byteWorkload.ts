import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../folders.js";
import type { Notification, Version } from "../wire/update.js";
import {
  createOneMessageWorkload,
  createOneSessionWorkload,
  createWorkload,
  scaleCount,
  type Workload,
} from "../workloads/workloads.js";

/** The lines of an agent, and how its client receives their bytes. */
export interface ByteWorkload extends Workload {
  /** The maximum number of bytes per read, or one line per read. */
  readonly readSize: number | "line";
}

/** The size of a read from a full pipe, in bytes. */
const PIPE_BYTES = 65_536;
const RECORDED_LINES = 10_000;
const RECORDINGS: Readonly<Record<Version, readonly string[]>> = {
  1: ["claude-basic", "gemini-basic", "opencode-basic"],
  2: ["claude-basic-v2"],
};

/** Creates the workloads of the suite. */
export function createByteWorkloads(scale: number): readonly ByteWorkload[] {
  const oneSession = createOneSessionWorkload("W1", 1, scale);
  const workloads = [
    oneSession,
    createOneSessionWorkload("W1 in version 2", 2, scale),
    createOneMessageWorkload(scale),
    createRecordedWorkload("recordings", 1, scale),
    createRecordedWorkload("recordings in version 2", 2, scale),
  ];
  return [
    ...workloads.map((workload) => ({
      ...workload,
      name: `${workload.name}, reads of 64 kB`,
      readSize: PIPE_BYTES,
    })),
    { ...oneSession, name: `${oneSession.name}, one line per read`, readSize: "line" },
  ];
}

/** Returns the chunks in which a client receives the lines. */
export function createChunks(
  lines: readonly string[],
  readSize: ByteWorkload["readSize"],
): readonly Buffer[] {
  if (readSize === "line") return lines.map((line) => Buffer.from(`${line}\n`));
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const count = Math.ceil(bytes.length / readSize);
  return Array.from({ length: count }, (_, index) =>
    Buffer.from(bytes.subarray(index * readSize, (index + 1) * readSize)),
  );
}

/** Creates a workload of the updates that published agents sent, in many sessions. */
function createRecordedWorkload(name: string, version: Version, scale: number): Workload {
  const recorded = RECORDINGS[version].flatMap(readRecordedUpdates);
  const lines = Array.from({ length: scaleCount(RECORDED_LINES, scale) }, (_, index) => {
    const update = recorded[index % recorded.length];
    const { sessionId = "" } = update?.params ?? {};
    const repetition = Math.floor(index / recorded.length);
    const params = { ...update?.params, sessionId: `${sessionId}-${repetition}` };
    return JSON.stringify({ ...update, params });
  });
  return createWorkload(name, version, lines);
}

function readRecordedUpdates(name: string): readonly Notification[] {
  const path = join(rootFolder, `packages/core/tests/fixtures/recordings/${name}.jsonl`);
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { dir: string; msg: Notification })
    .flatMap(({ dir, msg }) => (dir === "recv" && msg.method === "session/update" ? [msg] : []));
}
