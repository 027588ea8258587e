import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { type AnyMessage, ndJsonStream, type Stream } from "@agentclientprotocol/sdk";
import spawn from "cross-spawn";
import {
  endProcessTree,
  hasExited,
  PROCESS_TREE_OPTIONS,
  signalProcessTree,
  waitForSpawn,
} from "./childProcess.js";
import { createStderrTail, type StderrTail } from "./stderrTail.js";

/** The time in ms that an agent gets to exit after its stdin is closed. */
const STDIN_GRACE_MS = 500;
/** The time in ms to wait for the rest of the output after the agent has exited. */
const AGENT_OUTPUT_GRACE_MS = 500;

/** The options of {@link spawnAgent}. */
export interface SpawnAgentOptions {
  /**
   * The working directory of the agent process. Default: that of this process. The directory of a
   * session is a parameter of `newSession` instead.
   */
  readonly cwd?: string;
  /** Variables to add to the environment of this process. `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Called with each chunk of text that the agent writes to stderr. If the agent exits, its last
   * lines are also part of the reason in `state.connection`.
   */
  readonly onStderr?: (text: string) => void;
}

/**
 * Returns a source for `connectAgent` that starts the agent as a process and talks to it over
 * stdio. Each call of the source starts a new process. Closing the stream closes the agent's stdin.
 * If the agent does not exit, it receives SIGTERM and then SIGKILL, together with every process
 * that it started.
 * {@link https://agentclientprotocol.com/protocol/v1/transports}
 *
 * The source rejects with an `Error` if the process cannot be started.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { spawnAgent } from "@acp-store/client/node";
 * import { createAcpStore } from "@acp-store/core";
 *
 * const store = createAcpStore();
 * const agent = await connectAgent(store, spawnAgent("npx", ["@google/gemini-cli", "--acp"]));
 * ```
 */
export function spawnAgent(
  command: string,
  args: readonly string[] = [],
  { cwd, env, onStderr }: SpawnAgentOptions = {},
): () => Promise<Stream> {
  return async () => {
    const child = spawn(command, [...args], {
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, ...env },
      stdio: ["pipe", "pipe", "pipe"],
      ...PROCESS_TREE_OPTIONS,
    }) as ChildProcessWithoutNullStreams;
    // If the process cannot be started, its pipes may be missing too.
    await waitForSpawn(child, command, cwd);
    child.on("error", () => {});
    // Writing to an exited process fails, but the exit itself is already reported.
    child.stdin.on("error", () => {});
    const stderrTail = createStderrTail();
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderrTail.add(text);
      onStderr?.(text);
    });
    return createMessageStream(child, waitForExitError(child, stderrTail));
  };
}

/** Resolves with an error that describes the agent's exit, once all output has arrived. */
function waitForExitError(
  child: ChildProcessWithoutNullStreams,
  stderrTail: StderrTail,
): Promise<Error> {
  return new Promise((resolve) => {
    child.once("close", (code: number | null, signal: string | null) => {
      const exit = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
      const stderr = stderrTail.getText();
      resolve(new Error(stderr === "" ? `The agent ${exit}.` : `The agent ${exit}: ${stderr}`));
    });
    child.once("exit", () => {
      // Processes that the agent leaves behind could keep its pipes open forever.
      signalProcessTree(child, "SIGKILL");
      setTimeout(() => closePipes(child), AGENT_OUTPUT_GRACE_MS).unref();
    });
  });
}

function closePipes(child: ChildProcessWithoutNullStreams): void {
  // Wait until buffered output has been read, so that none of it is lost.
  const hasUnreadOutput = child.stdout.readableLength > 0 && !child.stdout.destroyed;
  if (hasUnreadOutput)
    return void setTimeout(() => closePipes(child), AGENT_OUTPUT_GRACE_MS).unref();
  child.stdout.destroy();
  child.stderr.destroy();
}

function createMessageStream(
  child: ChildProcessWithoutNullStreams,
  exited: Promise<Error>,
): Stream {
  const stdout = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const stdio = ndJsonStream(
    Writable.toWeb(child.stdin),
    stdout.pipeThrough(createYieldingTransform()),
  );
  const writer = stdio.writable.getWriter();
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> => (ending ??= endAgent(child));
  const reader = stdio.readable.getReader();
  const output: UnderlyingDefaultSource<AnyMessage> = {
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        void end();
        throw error;
      });
      if (!done) return controller.enqueue(value);
      // The agent has closed its stdout. The error describes its exit.
      void end();
      throw await exited;
    },
    // The writable side cannot close while a write waits for an agent that does not read.
    async cancel(reason) {
      void end();
      await reader.cancel(reason);
    },
  };
  return {
    readable: new ReadableStream(output, { highWaterMark: 0 }),
    writable: new WritableStream({
      write: (message) =>
        writer.write(message).catch(async () => {
          void end();
          throw await exited;
        }),
      close: end,
      abort: end,
    }),
  };
}

/**
 * Returns a transform that yields to the event loop after each chunk. Node would otherwise read a
 * pipe until it is empty and starve all other tasks.
 */
function createYieldingTransform(): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      return setImmediate();
    },
  });
}

/** Closes the agent's stdin, and ends the process if it does not exit within the grace period. */
async function endAgent(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (hasExited(child)) return;
  child.stdin.end();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, STDIN_GRACE_MS);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  await endProcessTree(child);
}
