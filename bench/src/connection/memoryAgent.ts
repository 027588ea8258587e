import { PassThrough, Readable, Writable } from "node:stream";
import type { AgentProcess, ProcessExit } from "@acp-store/client/node";
import type { Version } from "../wire/update.js";

/** The request that makes an agent of the suite stream its lines. It replies after the last one. */
export const STREAM_METHOD = "_bench/stream";

/** The agents of the suite announce no capabilities. */
const INITIALIZE_RESULTS: Readonly<Record<Version, object>> = {
  1: { protocolVersion: 1, agentCapabilities: {} },
  2: { protocolVersion: 2, info: { name: "bench", version: "1" }, capabilities: { session: {} } },
};

/**
 * Returns an agent whose bytes come from memory, so that no other process affects the measurement.
 * Like a pipe, its stdout delivers one chunk per task of the event loop.
 */
export function startMemoryAgent(chunks: readonly Buffer[], version: Version): AgentProcess {
  const queue: Buffer[] = [];
  let nextIndex = 0;
  let isRequested = false;
  let resolveExit = (_exit: ProcessExit): void => {};
  const exited = new Promise<ProcessExit>((resolve) => (resolveExit = resolve));

  function deliver(): void {
    const chunk = queue[nextIndex];
    if (!isRequested || chunk === undefined) return;
    nextIndex++;
    isRequested = false;
    stdout.push(chunk);
  }

  function request(): void {
    isRequested = true;
    setImmediate(deliver);
  }

  /** Answers a request. Notifications get no answer. */
  function receive(line: string): void {
    const { id, method } = JSON.parse(line) as { id?: unknown; method?: string };
    if (id === undefined) return;
    if (method === STREAM_METHOD) for (const chunk of chunks) queue.push(chunk);
    const result = method === "initialize" ? INITIALIZE_RESULTS[version] : {};
    queue.push(Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`));
    if (isRequested) setImmediate(deliver);
  }

  const stdout = new Readable({ read: request });
  const stdin = new Writable({
    write(bytes: Buffer, _encoding, done) {
      bytes.toString().trim().split("\n").forEach(receive);
      done();
    },
  });

  async function end(): Promise<void> {
    stdout.push(null);
    resolveExit({ exitCode: 0, signal: null });
  }

  return { command: "memory", pid: 0, stdin, stdout, stderr: new PassThrough(), exited, end };
}
