import type { ChildProcess } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import type {
  CreateTerminalRequest,
  TerminalExitStatus,
  TerminalOutputResponse,
} from "@agentclientprotocol/sdk";
import spawn from "cross-spawn";
import { createBoundedOutput } from "./boundedOutput.js";
import { endProcessTree, isTreeGone, PROCESS_TREE_OPTIONS, waitForSpawn } from "./childProcess.js";
import { endWithHost } from "./watchdog.js";

/** The number of bytes of output to keep, unless the agent requests fewer. */
const MAX_OUTPUT_BYTES = 1_048_576;
/** The time in ms to wait after the exit for output streams that background processes keep open. */
const OUTPUT_GRACE_MS = 200;

/** Variables to add to an environment. `undefined` removes a variable. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The callbacks that report a command's progress. */
export interface CommandListener {
  onOutput(text: string): void;
  onExit(status: TerminalExitStatus): void;
}

/** A command that is running or has exited. */
export interface Command {
  /** Returns the current output, and the exit status if the command has exited. */
  getOutput(): TerminalOutputResponse;
  /** Resolves with the exit status when the command exits. */
  readonly exited: Promise<TerminalExitStatus>;
  /** Ends the command and every process that it started. */
  end(): Promise<void>;
}

/**
 * Starts a command for the agent.
 *
 * @throws Error if the operating system cannot start it.
 */
export async function startCommand(
  { command, args = [], env = [], outputByteLimit }: CreateTerminalRequest,
  { cwd, env: ownEnv }: { readonly cwd: string; readonly env?: Environment | undefined },
  { onOutput, onExit }: CommandListener,
): Promise<Command> {
  const child = spawn(command, args, {
    cwd,
    env: {
      ...process.env,
      ...ownEnv,
      ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
    },
    stdio: ["ignore", "pipe", "pipe"],
    shell: args.length === 0,
    ...PROCESS_TREE_OPTIONS,
  });
  const output = createBoundedOutput(
    Math.min(outputByteLimit ?? MAX_OUTPUT_BYTES, MAX_OUTPUT_BYTES),
  );
  for (const stream of [child.stdout, child.stderr]) {
    const decoder = new StringDecoder("utf8");
    stream?.on("data", (bytes: Buffer) => {
      output.add(bytes);
      onOutput(decoder.write(bytes));
    });
    stream?.on("end", () => onOutput(decoder.end()));
  }
  let exitStatus: TerminalExitStatus | undefined;
  const exited = waitForExitStatus(child).then((status) => (exitStatus = status));
  const unwatch = endWithHost(child);
  let isGone = false;
  child.once("exit", () => {
    isGone = isTreeGone(child);
    if (isGone) unwatch();
  });
  await waitForSpawn(child, command, cwd);
  void exited.then(onExit);
  return {
    getOutput: () => ({
      output: output.getText(),
      truncated: output.truncated,
      ...(exitStatus && { exitStatus }),
    }),
    exited,
    async end() {
      if (isGone) return;
      await endProcessTree(child);
      isGone = true;
      unwatch();
    },
  };
}

/**
 * Resolves with the exit status once the output is complete. A background process can keep the
 * output streams open, so the wait for them is limited.
 */
export function waitForExitStatus(child: ChildProcess): Promise<TerminalExitStatus> {
  return new Promise((resolve) => {
    const finish = (exitCode: number | null, signal: string | null): void =>
      resolve({ exitCode, signal });
    child.once("close", finish);
    child.once("exit", (code, signal) => setTimeout(finish, OUTPUT_GRACE_MS, code, signal).unref());
  });
}
