import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { type AgentProcess, spawnAgentProcess } from "@acp-store/client/node";
import { benchFolder } from "../folders.js";
import type { Version } from "../wire/update.js";
import { type ByteWorkload, createChunks } from "./byteWorkload.js";
import { startMemoryAgent } from "./memoryAgent.js";

/** The pipes of an agent. */
export interface AgentPipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Ends the agent. */
  end(): Promise<unknown>;
}

/** The agent of one run. */
export interface AgentBytes {
  readonly version: Version;
  /** Starts the agent like `spawnAgent` does. */
  startAgent(): Promise<AgentProcess>;
  /** Starts the agent like an application without `@acp-store/client` does. */
  openPipes(): Promise<AgentPipes>;
  /** Removes temporary files. */
  remove(): void;
}

/** Prepares an agent that sends the lines. */
export function prepareAgent(lines: readonly string[], workload: ByteWorkload): AgentBytes {
  return workload.fromProcess ? prepareProcess(lines, workload) : prepareMemory(lines, workload);
}

function prepareMemory(lines: readonly string[], workload: ByteWorkload): AgentBytes {
  const { version } = workload;
  const chunks = createChunks(lines, workload);
  const start = async (): Promise<AgentProcess> => startMemoryAgent(chunks, version);
  return { version, startAgent: start, openPipes: start, remove: () => {} };
}

function prepareProcess(lines: readonly string[], { version }: ByteWorkload): AgentBytes {
  const folder = mkdtempSync(join(tmpdir(), "acp-store-bench-"));
  const file = join(folder, "lines.jsonl");
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  const args = [join(benchFolder, "dist/connection/processAgent.js"), file, `${version}`];

  async function openPipes(): Promise<AgentPipes> {
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    const exited = once(child, "exit");
    const end = (): Promise<unknown> => {
      child.kill();
      return exited;
    };
    return { stdin: child.stdin, stdout: child.stdout, end };
  }

  return {
    version,
    startAgent: () => spawnAgentProcess(process.execPath, args),
    openPipes,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
