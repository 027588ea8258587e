import type { ChildProcess, ChildProcessByStdio } from "node:child_process";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import spawn from "cross-spawn";
import type { Aside } from "./aside.js";
import { closeStdin, openStdout } from "./stdio.js";

type Agent = ChildProcessByStdio<Writable, Readable, null>;

/** How the agent ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** On Windows there is no SIGHUP to send. It stands for the end of the console, which ends both. */
const SIGNALS: readonly NodeJS.Signals[] =
  process.platform === "win32" ? ["SIGINT", "SIGTERM"] : ["SIGINT", "SIGTERM", "SIGHUP"];
/** How long there may be silence once the process is gone, if something it left behind keeps the pipe. */
const GRACE_FOR_OUTPUT_MS = 500;

/**
 * Starts the agent in our place: what comes goes to it, what it says goes out, signals reach it, and its
 * stderr is ours. It stays in our process group, so that an editor that ends the group ends both.
 * `started` is called as soon as it runs, and returns what looks on.
 *
 * Rejects if it cannot be started.
 */
export async function passThrough(
  command: string,
  args: readonly string[],
  started: () => Aside,
): Promise<Ended & { readonly aside: Aside }> {
  const agent = spawn(command, [...args], {
    stdio: ["pipe", "pipe", "inherit"],
    windowsHide: true,
  }) as ChildProcess as Agent;
  const out = openStdout(() => isGone(agent));
  passSignals(agent, out);
  await new Promise((resolve, reject) => void agent.once("spawn", resolve).once("error", reject));
  // A signal that cannot be sent any more.
  agent.on("error", () => {});
  const aside = started();
  passInput(agent, aside);
  const [ended] = await Promise.all([exitOf(agent), passOutput(agent, out, aside)]);
  return { ...ended, aside };
}

function passSignals(agent: Agent, out: Writable): void {
  for (const signal of SIGNALS)
    process.on(signal, () => {
      // It is gone, and its output waits for somebody who does not read.
      if (isGone(agent)) out.destroy();
      // A Ctrl-C in a terminal has reached it already.
      else if (signal !== "SIGINT" || !process.stdin.isTTY) agent.kill(signal);
    });
}

function isGone({ exitCode, signalCode }: Agent): boolean {
  return exitCode !== null || signalCode !== null;
}

function passInput(agent: Agent, aside: Aside): void {
  const { stdin } = agent;
  // The agent reads no more: whoever writes to us has to learn that.
  stdin.on("error", () => closeStdin(() => isGone(agent)));
  process.stdin.on("error", () => stdin.end());
  process.stdin.pipe(stdin);
  process.stdin.on("data", (bytes: Buffer) => aside.look("sent", bytes));
}

/** Resolves when all is written, or nobody reads it. */
function passOutput(agent: Agent, out: Writable, aside: Aside): Promise<void> {
  const { stdout } = agent;
  // Nobody reads us any more: the agent has to learn that.
  out.on("error", () => stdout.destroy());
  stdout.once("close", () => (stdout.readableEnded ? undefined : out.destroy()));
  // A pipe would never end Node's own stdout.
  stdout.pipe(out, { end: false });
  stdout.once("end", () => out.end());
  stdout.on("data", (bytes: Buffer) => aside.look("recv", bytes));
  agent.once("exit", () => endWhenSilent(stdout, out));
  return new Promise((resolve) => {
    for (const event of ["finish", "error", "close"]) out.once(event, () => resolve());
  });
}

/** Usually the output ends with the agent; but a process that it left behind may hold it open. */
function endWhenSilent(stdout: Readable, out: Writable): void {
  if (stdout.readableEnded) return;
  const end = (): void => {
    // What waits for a slow reader is not to be lost.
    if (out.writableLength > 0) return void timer.refresh();
    out.end();
    stdout.destroy();
  };
  const timer = setTimeout(end, GRACE_FOR_OUTPUT_MS);
  stdout.on("data", () => timer.refresh());
  stdout.once("close", () => clearTimeout(timer));
}

function exitOf(agent: Agent): Promise<Ended> {
  return new Promise((resolve, reject) => {
    agent.once("exit", (code, signal) => resolve({ code, signal }));
    // On Windows a shell starts it. That it found no such command comes late, and in place of the exit.
    agent.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") reject(error);
    });
  });
}

/** Ends this process as the agent ended. */
export function endLike({ code, signal }: Ended): void {
  if (signal === null) process.exit(code ?? 1);
  for (const name of SIGNALS) process.removeAllListeners(name);
  process.kill(process.pid, signal);
  // Some signals do not end Node.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 100);
}
