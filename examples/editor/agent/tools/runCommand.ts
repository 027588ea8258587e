import { spawn } from "node:child_process";
import { once } from "node:events";
import type { CallFields } from "../act.js";
import { mayRun } from "../permission.js";
import type { Turn } from "../turn.js";
import { TurnCancelled } from "../turnCancelled.js";
import { openToolCall, textContent, type OpenToolCall } from "./toolCall.js";

export interface Command {
  /** As the user sees it. */
  readonly title: string;
  /** Arguments for Node, which is certain to be there. No shell is run. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** How a command ended: its exit code, or that the user refused it. */
export type CommandResult = number | "refused";

/** Runs a command as a tool call, and shows its output as it comes. */
export async function runCommandTool(turn: Turn, command: Command): Promise<CommandResult> {
  const fields: CallFields = {
    title: command.title,
    kind: "execute",
    status: "pending",
    rawInput: { command: process.execPath, args: command.args, cwd: turn.session.cwd },
  };
  const call = await openToolCall(turn, fields);
  if (!(await mayRun(turn, "execute", "commands", call.toolCallId, fields))) {
    await call.end("failed", { content: [textContent("Not run: the user refused this command.")] });
    return "refused";
  }
  await call.update({ status: "in_progress" });
  return run(turn, command, call);
}

async function run(turn: Turn, command: Command, call: OpenToolCall): Promise<number> {
  const { session, signal } = turn;
  const terminalId = session.ids.next("terminal");
  const { toolCallId } = call;
  await turn.show({
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
    // A turn that was cancelled sends nothing but the end of what it began.
    if (signal.aborted) return;
    sent = sent.then(() => turn.show({ type: "output", terminalId, toolCallId, text }));
  });
  await sent;
  await turn.show({ type: "exit", terminalId, ...end });
  if (signal.aborted) throw new TurnCancelled();
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
  { args, env }: Command,
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
