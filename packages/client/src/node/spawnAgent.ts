import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { type AnyMessage, ndJsonStream } from "@agentclientprotocol/sdk";
import spawn from "cross-spawn";
import type { MessageStream } from "../tapStream.js";
import { nextTurn } from "../turnTaker.js";
import { endTree, hasEnded, signalTree, TREE } from "./processTree.js";
import { type LastLines, lastLines } from "./lastLines.js";
import { started } from "./started.js";

/** Time for an agent to end by itself once its stdin has ended, in ms. */
const GRACE_FOR_STDIN_MS = 500;
/** Time for the rest of the output to arrive once the process is gone, in ms. */
const GRACE_FOR_OUTPUT_MS = 500;

/** What {@link spawnAgent} takes. */
export interface SpawnAgentOptions {
  /** Where the command runs. Default: here. The session's folder is for `newSession` to say. */
  readonly cwd?: string;
  /** Added to the environment of this process; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Gets what the agent writes to stderr, as it comes. Its last lines are in the reason of a loss. */
  readonly onStderr?: (text: string) => void;
}

/**
 * An agent that is a command, as a source for `connectAgent`: each call starts a process and speaks
 * to it over stdio. Closing ends its stdin, and then, step by step, the process and all it started.
 * {@link https://agentclientprotocol.com/protocol/v1/transports}
 *
 * @example
 * ```ts
 * const agent = await connectAgent(store, spawnAgent("npx", ["@google/gemini-cli", "--acp"]));
 * ```
 */
export function spawnAgent(
  command: string,
  args: readonly string[] = [],
  { cwd, env, onStderr }: SpawnAgentOptions = {},
): () => Promise<MessageStream> {
  return async () => {
    const child = spawn(command, [...args], {
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, ...env },
      stdio: ["pipe", "pipe", "pipe"],
      ...TREE,
    }) as ChildProcessWithoutNullStreams;
    // Without a process there may be no pipes either.
    await started(child, command, cwd);
    child.on("error", () => {});
    // A write to a process that is gone is known from its exit already.
    child.stdin.on("error", () => {});
    const stderr = lastLines();
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr.add(text);
      onStderr?.(text);
    });
    return streamOf(child, exitOf(child, stderr));
  };
}

/** Resolves with what to say of the end, once all output is there. */
function exitOf(child: ChildProcessWithoutNullStreams, stderr: LastLines): Promise<Error> {
  return new Promise((resolve) => {
    child.once("close", (code: number | null, signal: string | null) => {
      const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
      const words = stderr.text();
      resolve(new Error(words === "" ? `The agent ${how}.` : `The agent ${how}: ${words}`));
    });
    child.once("exit", () => {
      // What it leaves behind has lost its agent, and may keep the pipes open for ever.
      signalTree(child, "SIGKILL");
      setTimeout(() => closePipes(child), GRACE_FOR_OUTPUT_MS).unref();
    });
  });
}

function closePipes(child: ChildProcessWithoutNullStreams): void {
  // Output that waits for its reader is not to be lost.
  const isWaited = child.stdout.readableLength > 0 && !child.stdout.destroyed;
  if (isWaited) return void setTimeout(() => closePipes(child), GRACE_FOR_OUTPUT_MS).unref();
  child.stdout.destroy();
  child.stderr.destroy();
}

function streamOf(child: ChildProcessWithoutNullStreams, exited: Promise<Error>): MessageStream {
  const stdout = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const stdio = ndJsonStream(Writable.toWeb(child.stdin), stdout.pipeThrough(onePerTurn()));
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
      // The end of the output is the end of the agent: the reason is how that went.
      void end();
      throw await exited;
    },
    // The writable side cannot be closed while it waits for an agent that reads nothing.
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

/** Node reads a pipe as long as there is something in it, and nothing else gets its turn. */
function onePerTurn(): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      return nextTurn();
    },
  });
}

/** First its stdin ends; then it is told to; then it is made to. */
async function endAgent(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (hasEnded(child)) return;
  child.stdin.end();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, GRACE_FOR_STDIN_MS);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  await endTree(child);
}
