import { spawn } from "node:child_process";
import { once } from "node:events";
import type { CallFields } from "../event.js";
import { askPermission } from "../permission.js";
import type { Turn } from "../turn.js";
import { TurnCancelledError } from "../turnCancelledError.js";
import { announceToolCall, createTextContent, type OpenToolCall } from "./toolCall.js";

export interface NodeCommand {
  /** The command line that is shown to the user. */
  readonly title: string;
  /** Arguments for Node, which is always available. No shell is involved. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The exit code, or `"rejected"` if the user did not allow the command. */
export type CommandResult = number | "rejected";

/** Runs a command as a tool call and streams its output. */
export async function runCommandTool(turn: Turn, command: NodeCommand): Promise<CommandResult> {
  const fields: CallFields = {
    title: command.title,
    kind: "execute",
    status: "pending",
    rawInput: { command: process.execPath, args: command.args, cwd: turn.session.cwd },
  };
  const call = await announceToolCall(turn, fields);
  if (!(await askPermission(turn, "execute", "commands", call.toolCallId, fields))) {
    await call.end("failed", {
      content: [createTextContent("Not run: the user rejected this command.")],
    });
    return "rejected";
  }
  await call.update({ status: "in_progress" });
  return runInTerminal(turn, command, call);
}

async function runInTerminal(
  turn: Turn,
  command: NodeCommand,
  call: OpenToolCall,
): Promise<number> {
  const { session, signal } = turn;
  const terminalId = session.ids.next("terminal");
  const { toolCallId } = call;
  await turn.emit({
    type: "terminal",
    terminalId,
    toolCallId,
    command: command.title,
    cwd: session.cwd,
  });
  let output = "";
  let sent = Promise.resolve();
  const end = await runProcess(turn, command, (text) => {
    output += text;
    // A cancelled turn only sends final statuses.
    if (signal.aborted) return;
    sent = sent.then(() => turn.emit({ type: "output", terminalId, toolCallId, text }));
  });
  await sent;
  await turn.emit({ type: "exit", terminalId, ...end });
  if (signal.aborted) throw new TurnCancelledError();
  const exitCode = end.exitCode ?? 1;
  await call.end(exitCode === 0 ? "completed" : "failed", { rawOutput: { exitCode, output } });
  return exitCode;
}

interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

async function runProcess(
  turn: Turn,
  { args, env }: NodeCommand,
  onOutput: (text: string) => void,
): Promise<ProcessEnd> {
  const child = spawn(process.execPath, [...args], {
    cwd: turn.session.cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = (): boolean => child.kill("SIGKILL");
  turn.signal.addEventListener("abort", kill);
  if (turn.signal.aborted) kill();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", onOutput);
  try {
    const [exitCode, signal] = (await once(child, "close")) as [number | null, string | null];
    return { exitCode, signal };
  } finally {
    turn.signal.removeEventListener("abort", kill);
  }
}
