import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const PROGRAM = pathOf("../../dist/main.js");
const FIXTURE = pathOf("../fixtures/agent.mjs");
const BROKEN = pathOf("../fixtures/brokenInspector.mjs");
const ON_WINDOWS = pathOf("../fixtures/onWindows.mjs");

/** The scripted agent of the editor example. */
export const DEMO_AGENT: readonly string[] = [
  process.execPath,
  pathOf("../../../../examples/editor/dist/agent/main.js"),
];

/** The command of a stand-in for an agent. */
export const agent = (kind: string, ...args: readonly string[]): string[] => [
  process.execPath,
  FIXTURE,
  kind,
  ...args,
];

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-inspect-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a program that ends with the test. */
function start([command = "", ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  child.stdin.on("error", () => {});
  onTestFinished(() => endNow(child));
  return child;
}

async function endNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  // Not by force: the agent behind it must end too.
  child.stdin?.destroy();
  child.kill("SIGTERM");
  await ended;
}

/** Starts acp-inspect as an editor would. */
export function inspect(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return watched([process.execPath, PROGRAM, ...args], env);
}

/** The same where it believes to be on Windows. Node stands in for the shell, and finds no command. */
export function inspectOnWindows(args: readonly string[]) {
  return watched([process.execPath, ON_WINDOWS, ...args], { comspec: process.execPath });
}

function watched(command: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = start(command, env);
  const stderr = text(child.stderr.setEncoding("utf8"));
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, stderr, exited };
}

/** What a program was, all in all. */
export interface Outcome {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Runs acp-inspect to its end, with this input. */
export function run(args: readonly string[], input: Uint8Array = Buffer.of()): Promise<Outcome> {
  return outcomeOf(inspect(args), input);
}

/** Runs an agent behind an inspector that fails at once. */
export function runBroken(command: readonly string[], input: Uint8Array): Promise<Outcome> {
  return outcomeOf(watched([process.execPath, BROKEN, ...command]), input);
}

export async function outcomeOf(
  { child, stderr, exited }: ReturnType<typeof inspect>,
  input: Uint8Array = Buffer.of(),
): Promise<Outcome> {
  child.stdin.end(input);
  const [stdout, words, [code, signal]] = await Promise.all([buffer(child.stdout), stderr, exited]);
  return { stdout, stderr: words, code, signal };
}

/** The address that is said on stderr, up to the next space, as somebody would copy it. */
export function addressOf(child: ReturnType<typeof inspect>["child"]): Promise<string> {
  return new Promise((resolve, reject) => {
    let words = "";
    child.stderr.on("data", (more: string) => {
      words += more;
      const address = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+(?=\s)/.exec(words)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", () => reject(new Error(`it ended without an address: ${words}`)));
  });
}
