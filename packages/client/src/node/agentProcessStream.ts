import type { Writable } from "node:stream";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { batchedReadable, isolateListenerErrors } from "@acp-store/core/tap";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import type { ProcessDetails } from "../errors.js";
import type { AgentProcess, ProcessExit } from "./agentProcess.js";
import { createProcessError } from "./childProcess.js";
import { createMessageReader, type MessageReader } from "./messageReader.js";
import { createStderrLines } from "./stderrLines.js";
import { createStderrTail } from "./stderrTail.js";

/** The time in ms that the agent has to exit after the end of its stdout. */
const EXIT_MS = 1000;
const DEFAULT_MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** The options of {@link agentProcessStream}. */
export interface AgentProcessStreamOptions {
  /**
   * Called with each chunk of text that the agent writes to stderr. If the agent exits, its last
   * lines are also part of the reason in `state.connection`.
   */
  readonly onStderr?: (text: string) => void;
  /**
   * Called with each line on stdout that is not a JSON-RPC message, such as log output that belongs
   * on stderr. It counts as output like a line on stderr, and `store.inspect` reports a diagnostic.
   * Nothing answers it.
   */
  readonly onInvalidLine?: (line: string) => void;
  /**
   * The maximum size of a message from the agent, in bytes. A longer one ends the connection with a
   * reason instead of filling the memory. Default: 67,108,864 (64 MiB).
   */
  readonly maxMessageBytes?: number;
}

/** The messages of an agent that runs as a process. */
export interface AgentProcessStream extends Stream {
  /** Returns the command of the running agent and its last lines of stderr. */
  getProcessDetails(): ProcessDetails;
  /**
   * Calls a listener with each line of stderr, and with each line of stdout that is not a JSON-RPC message.
   * `connectAgent` shows them to the store.
   */
  onStderrLine(listener: (line: string) => void): void;
}

/**
 * Returns the messages of a running agent as a stream for `connectAgent`. `spawnAgent` starts the
 * agent as well; use this function for an agent that you started with `spawnAgentProcess`, or that
 * runs elsewhere, such as in a container or over SSH. The function reads stdout and stderr. Closing
 * the stream calls `agent.end`.
 * {@link https://agentclientprotocol.com/protocol/v1/transports}
 *
 * The stream fails with an `Error` when the agent exits, which has the fields of `ProcessDetails`.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { agentProcessStream, spawnAgentProcess } from "@acp-store/client/node";
 * import { createAcpStore } from "@acp-store/core";
 *
 * const agentProcess = await spawnAgentProcess("npx", ["@google/gemini-cli", "--acp"]);
 * const agent = await connectAgent(createAcpStore(), agentProcessStream(agentProcess));
 * ```
 */
export function agentProcessStream(
  agent: AgentProcess,
  options: AgentProcessStreamOptions = {},
): AgentProcessStream {
  const { command } = agent;
  const { onStderr, onInvalidLine, maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES } = options;
  const stderrTail = createStderrTail();
  const stderrLines = createStderrLines();
  agent.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderrTail.add(text, performance.now());
    onStderr?.(text);
    stderrLines.push(text);
    // As for stdout: a flood must not starve all other tasks.
    agent.stderr.pause();
    void setImmediate().then(() => agent.stderr.resume());
  });
  let stderrEndedAt = 0;
  agent.stderr.once("end", () => {
    stderrEndedAt = performance.now();
    stderrLines.flush();
  });
  const { push, flush } = createMessageReader(maxMessageBytes, (line) => {
    stderrTail.add(`${line}\n`, performance.now());
    stderrLines.addLine(line);
    isolateListenerErrors(() => onInvalidLine?.(line));
  });
  let hasSentMessage = false;
  // A "data" listener would make stdout flow, which loses what arrives before the first read.
  const reader: MessageReader = {
    push(chunk) {
      hasSentMessage = true;
      return push(chunk);
    },
    flush,
  };
  const getStderr = (at: number): readonly string[] => stderrTail.getLines(at, hasSentMessage);
  const getExitError = async (): Promise<Error> => {
    const exit = await Promise.race([agent.exited, sleep(EXIT_MS, undefined, { ref: false })]);
    if (exit === undefined) {
      const stderr = getStderr(performance.now());
      return createProcessError(
        describeOutput("closed its input or output without exiting", stderr),
        {
          command,
          stderr,
        },
      );
    }
    const stderr = getStderr(stderrEndedAt);
    return createProcessError(describeExit(exit, stderr), { command, ...exit, stderr });
  };
  return {
    readable: createReadable(agent, reader, getExitError),
    writable: createWritable(agent, getExitError),
    getProcessDetails: () => ({ command, stderr: getStderr(performance.now()) }),
    onStderrLine: stderrLines.listen,
  };
}

/**
 * Returns complete sentences, because other sentences may follow. Several lines of output stay separate
 * lines.
 */
function describeExit({ exitCode, signal }: ProcessExit, stderr: readonly string[]): string {
  return describeOutput(
    signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`,
    stderr,
  );
}

function describeOutput(end: string, stderr: readonly string[]): string {
  const output = stderr.join("\n").trim();
  if (output === "") return `The agent ${end}.`;
  const separator = output.includes("\n") ? "\n" : " ";
  return `The agent ${end}:${separator}${output.replace(/[.\s]+$/, "")}.`;
}

/** Returns the messages of the agent. The stream fails when the agent has exited. */
function createReadable(
  agent: AgentProcess,
  reader: MessageReader,
  getExitError: () => Promise<Error>,
): ReadableStream<AnyMessage> {
  const { stdout } = agent;
  const chunks = stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;

  async function readMessages(): Promise<unknown[]> {
    // Node would otherwise read a pipe until it is empty and starve all other tasks.
    await setImmediate();
    const { value: chunk, done } = await chunks.next();
    if (!done) return reader.push(chunk);
    const rest = reader.flush();
    if (rest.length > 0) return rest;
    // The agent has closed its stdout. The error describes its exit, if it exits.
    throw await getExitError();
  }

  function end(): void {
    void agent.end();
    stdout.destroy();
  }

  return batchedReadable({
    async read() {
      try {
        // The SDK and the store check each message themselves.
        return (await readMessages()) as AnyMessage[];
      } catch (error) {
        end();
        throw error;
      }
    },
    cancel: end,
  });
}

/** Returns a stream that writes messages to the agent. Closing it ends the process. */
function createWritable(
  agent: AgentProcess,
  getExitError: () => Promise<Error>,
): WritableStream<AnyMessage> {
  return new WritableStream({
    async write(message) {
      if (await writeText(agent.stdin, `${JSON.stringify(message)}\n`)) return;
      void agent.end();
      throw await getExitError();
    },
    close: agent.end,
    abort: agent.end,
  });
}

/** Resolves when the text is written, with `false` if the agent no longer reads. */
function writeText(stdin: Writable, text: string): Promise<boolean> {
  return new Promise((resolve) => stdin.write(text, (error) => resolve(!error)));
}
