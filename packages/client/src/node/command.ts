import type { ChildProcess } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import type {
  CreateTerminalRequest,
  TerminalExitStatus,
  TerminalOutputResponse,
} from "@agentclientprotocol/sdk";
import spawn from "cross-spawn";
import { boundedOutput } from "./boundedOutput.js";
import { endTree, endWithThisProcess, hasLeftOthers, TREE } from "./processTree.js";
import { started } from "./started.js";

/** How much output is kept where the agent does not say, in bytes. */
const OUTPUT_BYTES = 1_048_576;

/** Who hears of a command while it runs. */
export interface CommandListener {
  onOutput(text: string): void;
  onExit(status: TerminalExitStatus): void;
}

/** A command that runs, or has run. */
export interface Command {
  output(): TerminalOutputResponse;
  readonly exited: Promise<TerminalExitStatus>;
  /** Ends it and all that it started, if they still run. */
  end(): Promise<void>;
}

/** @throws if the system refuses to start it. */
export async function startCommand(
  { command, args = [], env = [], outputByteLimit }: CreateTerminalRequest,
  cwd: string,
  { onOutput, onExit }: CommandListener,
): Promise<Command> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) },
    stdio: ["ignore", "pipe", "pipe"],
    shell: args.length === 0,
    ...TREE,
  });
  const output = boundedOutput(outputByteLimit ?? OUTPUT_BYTES);
  for (const stream of [child.stdout, child.stderr]) {
    const decoder = new StringDecoder("utf8");
    stream?.on("data", (bytes: Buffer) => {
      output.add(bytes);
      onOutput(decoder.write(bytes));
    });
    stream?.on("end", () => onOutput(decoder.end()));
  }
  let exitStatus: TerminalExitStatus | undefined;
  const exited = exitOf(child).then((status) => (exitStatus = status));
  let isOver = false;
  child.once("exit", () => (isOver = !hasLeftOthers(child)));
  await started(child, command, cwd);
  endWithThisProcess(child);
  void exited.then(onExit);
  return {
    output: () => ({
      output: output.text(),
      truncated: output.truncated,
      ...(exitStatus && { exitStatus }),
    }),
    exited,
    end: async () => (isOver ? undefined : endTree(child)),
  };
}

/** The output is complete then, unless something in the background goes on writing. */
function exitOf(child: ChildProcess): Promise<TerminalExitStatus> {
  return new Promise((resolve) => {
    const done = (exitCode: number | null, signal: string | null): void =>
      resolve({ exitCode, signal });
    child.once("close", done);
    child.once("exit", (code, signal) => setTimeout(done, 200, code, signal).unref());
  });
}
