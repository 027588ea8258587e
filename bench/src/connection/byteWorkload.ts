import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../folders.js";
import { createOneSessionWorkload } from "../workloads/oneSession.js";
import { createOneMessageWorkload } from "../workloads/streams.js";
import {
  scaleCount,
  type Workload,
  type WorkloadSize,
  WARM_UP_LINES,
} from "../workloads/workload.js";
import type { Notification, Version } from "../wire/update.js";

/** The lines of an agent, and how its client receives their bytes. */
export interface ByteWorkload extends Workload {
  /** The maximum number of bytes per read, or one line per read. */
  readonly readSize: number | "line";
  /** Whether the bytes come from a process instead of memory. */
  readonly fromProcess: boolean;
}

/** The size of a read from a full pipe, in bytes. */
const PIPE_BYTES = 65_536;
const RECORDED_LINES = 10_000;
const RECORDINGS: Readonly<Record<Version, readonly string[]>> = {
  1: ["claude-basic", "gemini-basic", "opencode-basic"],
  2: ["claude-basic-v2"],
};

/** Creates the workloads of the suite. */
export function createByteWorkloads(size: WorkloadSize): readonly ByteWorkload[] {
  const [w1, w1v2] = [
    createOneSessionWorkload("W1", 1, size),
    createOneSessionWorkload("W1 in version 2", 2, size),
  ];
  const message = createOneMessageWorkload(size);
  const recorded = createRecordedWorkload("recordings", 1, size);
  const recordedV2 = createRecordedWorkload("recordings in version 2", 2, size);
  return [
    ...[w1, w1v2, message, recorded, recordedV2].map((workload) =>
      receive(workload, "reads of 64 kB", { readSize: PIPE_BYTES }),
    ),
    receive(w1, "one line per read", { readSize: "line" }),
    receive(w1, "from a process", { fromProcess: true }),
  ];
}

function receive(
  workload: Workload,
  description: string,
  { readSize = PIPE_BYTES, fromProcess = false }: Partial<ByteWorkload>,
): ByteWorkload {
  return { ...workload, name: `${workload.name}, ${description}`, readSize, fromProcess };
}

/** Returns the chunks in which a client receives the lines. */
export function createChunks(
  lines: readonly string[],
  { readSize }: Pick<ByteWorkload, "readSize">,
): readonly Buffer[] {
  if (readSize === "line") return lines.map((line) => Buffer.from(`${line}\n`));
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const count = Math.ceil(bytes.length / readSize);
  return Array.from({ length: count }, (_, index) =>
    Buffer.from(bytes.subarray(index * readSize, (index + 1) * readSize)),
  );
}

/** Creates a workload of the updates that published agents sent, in many sessions. */
function createRecordedWorkload(name: string, version: Version, size: WorkloadSize): Workload {
  const recorded = RECORDINGS[version].flatMap(readRecordedUpdates);
  const count = scaleCount(RECORDED_LINES, size);
  const lines = Array.from({ length: count }, (_, index) => {
    const update = recorded[index % recorded.length];
    const { sessionId = "" } = update?.params ?? {};
    const repetition = Math.floor(index / recorded.length);
    const params = { ...update?.params, sessionId: `${sessionId}-${repetition}` };
    return JSON.stringify({ ...update, params });
  });
  return { name, version, setup: [], lines, warmUp: lines.slice(0, WARM_UP_LINES) };
}

function readRecordedUpdates(name: string): readonly Notification[] {
  const path = join(rootFolder, `packages/core/tests/fixtures/recordings/${name}.jsonl`);
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { dir: string; msg: Notification })
    .flatMap(({ dir, msg }) => (dir === "recv" && msg.method === "session/update" ? [msg] : []));
}
