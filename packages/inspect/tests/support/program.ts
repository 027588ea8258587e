import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const PROGRAM = pathOf("../../dist/program/main.js");
const FIXTURE_AGENT = pathOf("../fixtures/agent.mjs");
const BROKEN_INSPECTOR = pathToFileURL(pathOf("../fixtures/brokenInspector.mjs")).href;
const ON_WINDOWS = pathOf("../fixtures/onWindows.mjs");

/** The command of the editor example's scripted agent. */
export const DEMO_AGENT: readonly string[] = [
  process.execPath,
  pathOf("../../../../examples/agent/dist/main.js"),
];

/** Returns the command of a fixture agent. */
export const agent = (kind: string, ...args: readonly string[]): string[] => [
  process.execPath,
  FIXTURE_AGENT,
  kind,
  ...args,
];

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-inspect-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a program that is stopped after the test. */
function start([command = "", ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  child.stdin.on("error", () => {});
  onTestFinished(() => stop(child));
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  // SIGKILL would leave the agent running.
  child.stdin?.destroy();
  child.kill("SIGTERM");
  await exited;
}

/** Starts acp-inspect, with the bytes of its stderr. */
export function inspectBytes(args: readonly string[]) {
  const child = start([process.execPath, PROGRAM, ...args], {});
  return { child, exited: once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]> };
}

/** Starts acp-inspect as an editor would. */
export function inspect(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return startAndCollect([process.execPath, PROGRAM, ...args], env);
}

/**
 * Starts acp-inspect with a simulated Windows platform. Node.js takes the role of the shell, and
 * finds no command.
 */
export function inspectOnWindows(args: readonly string[]) {
  return startAndCollect([process.execPath, ON_WINDOWS, ...args], { comspec: process.execPath });
}

function startAndCollect(command: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = start(command, env);
  const stderr = text(child.stderr.setEncoding("utf8"));
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, stderr, exited };
}

/** The output of a program, and how it ended. */
export interface Outcome {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Runs acp-inspect with this input until it exits. */
export function run(args: readonly string[], input: Uint8Array = Buffer.of()): Promise<Outcome> {
  return outcomeOf(inspect(args), input);
}

/** Runs an agent behind an inspector that fails when it starts. */
export function runBroken(command: readonly string[], input: Uint8Array): Promise<Outcome> {
  const program = [process.execPath, "--import", BROKEN_INSPECTOR, PROGRAM, "--"];
  return outcomeOf(startAndCollect([...program, ...command]), input);
}

export async function outcomeOf(
  { child, stderr, exited }: ReturnType<typeof inspect>,
  input: Uint8Array = Buffer.of(),
): Promise<Outcome> {
  child.stdin.end(input);
  const [stdout, messages, [code, signal]] = await Promise.all([
    buffer(child.stdout),
    stderr,
    exited,
  ]);
  return { stdout, stderr: messages, code, signal };
}

/** Resolves with the next address printed on stderr, up to a space, as a user would copy it. */
export function addressOf(child: ReturnType<typeof inspect>["child"]): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stderr.on("data", (chunk: string) => {
      output += chunk;
      const address = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+(?=\s)/.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", () => reject(new Error(`it exited without printing an address: ${output}`)));
  });
}
