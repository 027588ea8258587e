import { PassThrough, Readable, Writable } from "node:stream";
import type { AgentProcess, ProcessExit } from "@acp-store/client/node";
import type { Version } from "../wire/update.js";
import { reactToLine } from "./agentScript.js";

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

  function send(...sent: readonly Buffer[]): void {
    for (const chunk of sent) queue.push(chunk);
    if (isRequested) setImmediate(deliver);
  }

  function receive(text: string): void {
    for (const line of text.trim().split("\n")) {
      const reaction = reactToLine(line, version);
      if (reaction === undefined) continue;
      if (reaction.streams) send(...chunks);
      send(Buffer.from(reaction.reply));
    }
  }

  const stdout = new Readable({ read: request });
  const stdin = new Writable({
    write(bytes: Buffer, _encoding, done) {
      receive(bytes.toString());
      done();
    },
  });

  async function end(): Promise<void> {
    stdout.push(null);
    resolveExit({ exitCode: 0, signal: null });
  }

  return { command: "memory", pid: 0, stdin, stdout, stderr: new PassThrough(), exited, end };
}
