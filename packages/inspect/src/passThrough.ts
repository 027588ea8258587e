import type { ChildProcess, ChildProcessByStdio } from "node:child_process";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import spawn from "cross-spawn";
import type { BackgroundInspector } from "./backgroundInspector.js";
import { closeStdin, openStderr, openStdout } from "./stdio.js";

type AgentProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** The exit code of the agent, or the signal that terminated it. */
export interface AgentExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** On Windows, SIGHUP means that the console was closed, which ends both processes. */
const FORWARDED_SIGNALS: readonly NodeJS.Signals[] =
  process.platform === "win32" ? ["SIGINT", "SIGTERM"] : ["SIGINT", "SIGTERM", "SIGHUP"];
/**
 * The time after which a silent output is closed once the agent has exited, in ms. A child process
 * of the agent may keep the pipe open.
 */
const SILENCE_TIMEOUT_MS = 500;

/**
 * Starts the agent in place of this process: stdin, stdout and stderr are forwarded, and signals are
 * sent on. The agent stays in the same process group, so an editor that ends the group
 * ends both. Calls `startInspector` as soon as the agent runs. Resolves when the agent has exited
 * and its output has been forwarded.
 *
 * Rejects if the agent cannot be started.
 */
export async function passThrough(
  command: string,
  args: readonly string[],
  startInspector: () => BackgroundInspector,
): Promise<AgentExit & { readonly inspector: BackgroundInspector }> {
  const agent = spawn(command, [...args], {
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  }) as ChildProcess as AgentProcess;
  const out = openStdout(() => hasExited(agent));
  const errors = openStderr();
  forwardSignals(agent, [out, errors]);
  await new Promise((resolve, reject) => void agent.once("spawn", resolve).once("error", reject));
  // A signal that cannot be sent is reported as an error and changes nothing.
  agent.on("error", () => {});
  const inspector = startInspector();
  forwardInput(agent, inspector);
  const [exit] = await Promise.all([
    exitOf(agent),
    forwardOutput(agent, out, inspector),
    forwardErrors(agent, errors, inspector),
  ]);
  return { ...exit, inspector };
}

function forwardSignals(agent: AgentProcess, outputs: readonly Writable[]): void {
  for (const signal of FORWARDED_SIGNALS)
    process.on(signal, () => {
      // The agent has exited, but its output is blocked by a reader that does not read.
      if (hasExited(agent)) for (const output of outputs) output.destroy();
      // A terminal sends SIGINT to the agent as well.
      else if (signal !== "SIGINT" || !process.stdin.isTTY) agent.kill(signal);
    });
}

function hasExited({ exitCode, signalCode }: AgentProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function forwardInput(agent: AgentProcess, inspector: BackgroundInspector): void {
  const { stdin } = agent;
  // The agent closed its stdin, so the editor's writes must fail as well.
  stdin.on("error", () => closeStdin(() => hasExited(agent)));
  process.stdin.on("error", () => stdin.end());
  process.stdin.pipe(stdin);
  process.stdin.on("data", (bytes: Buffer) => inspector.inspect("sent", bytes));
}

/** Resolves when all output has been written, or the editor no longer reads it. */
function forwardOutput(
  agent: AgentProcess,
  out: Writable,
  inspector: BackgroundInspector,
): Promise<void> {
  const { stdout } = agent;
  // The editor closed our stdout, so the agent's writes must fail as well.
  out.on("error", () => stdout.destroy());
  stdout.once("close", () => (stdout.readableEnded ? undefined : out.destroy()));
  // `pipe` does not end `process.stdout`, so the end is handled explicitly.
  stdout.pipe(out, { end: false });
  stdout.once("end", () => out.end());
  stdout.on("data", (bytes: Buffer) => inspector.inspect("recv", bytes));
  agent.once("exit", () => endWhenSilent(stdout, out, () => out.end()));
  return new Promise((resolve) => {
    for (const event of ["finish", "error", "close"]) out.once(event, () => resolve());
  });
}

/**
 * Resolves when all output on stderr has been written. If the editor no longer reads it, the agent
 * continues: nothing else depends on it. Our own stderr stays open for the messages of this program.
 */
function forwardErrors(
  agent: AgentProcess,
  errors: Writable,
  inspector: BackgroundInspector,
): Promise<void> {
  const { stderr } = agent;
  stderr.pipe(errors, { end: false });
  for (const event of ["error", "close"]) errors.on(event, () => stderr.resume());
  stderr.on("data", (bytes: Buffer) => inspector.inspect("stderr", bytes));
  agent.once("exit", () => endWhenSilent(stderr, errors, () => {}));
  return new Promise((resolve) => {
    // The callback runs when everything before has been written, or cannot be.
    stderr.once("close", () => errors.write("", () => resolve()));
  });
}

/** Ends an output if the agent has exited, but a child process of the agent keeps it open. */
function endWhenSilent(source: Readable, out: Writable, onSilence: () => void): void {
  if (source.readableEnded) return;
  const end = (): void => {
    // A slow reader still has to receive the buffered output.
    if (!out.destroyed && out.writableLength > 0) return void timer.refresh();
    onSilence();
    source.destroy();
  };
  const timer = setTimeout(end, SILENCE_TIMEOUT_MS);
  source.on("data", () => timer.refresh());
  source.once("close", () => clearTimeout(timer));
}

function exitOf(agent: AgentProcess): Promise<AgentExit> {
  return new Promise((resolve, reject) => {
    agent.once("exit", (code, signal) => resolve({ code, signal }));
    // On Windows, a shell starts the agent, and cross-spawn turns its exit into ENOENT if the
    // command does not exist.
    agent.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") reject(error);
    });
  });
}

/** Ends this process with the exit code or signal of the agent. */
export function exitLike({ code, signal }: AgentExit): void {
  if (signal === null) process.exit(code ?? 1);
  for (const name of FORWARDED_SIGNALS) process.removeAllListeners(name);
  process.kill(process.pid, signal);
  // Node.js survives some signals.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 100);
}
