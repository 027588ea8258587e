import { spawn } from "node:child_process";
import { once } from "node:events";
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

/** Runs a command as a tool call whose content grows with the output. */
export async function runCommandTool(turn: Turn, command: Command): Promise<CommandResult> {
  const fields = {
    title: command.title,
    kind: "execute" as const,
    status: "pending" as const,
    rawInput: { command: process.execPath, args: command.args, cwd: turn.session.cwd },
  };
  const call = await openToolCall(turn, fields);
  const request = { toolCallId: call.toolCallId, ...fields };
  if (!(await mayRun(turn, "execute", "commands", request))) {
    await call.end("failed", { content: [textContent("Not run: the user refused this command.")] });
    return "refused";
  }
  await call.update({ status: "in_progress" });
  return run(turn, command, call);
}

async function run(turn: Turn, { args, env }: Command, call: OpenToolCall): Promise<number> {
  const child = spawn(process.execPath, [...args], {
    cwd: turn.session.cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = (): boolean => child.kill("SIGKILL");
  turn.signal.addEventListener("abort", kill);
  if (turn.signal.aborted) kill();
  let output = "";
  let sent = Promise.resolve();
  const grow = (chunk: string): void => {
    output += chunk;
    // A turn that was cancelled sends nothing but the end of its calls.
    if (turn.signal.aborted) return;
    const content = [textContent(output)];
    sent = sent.then(() => call.update({ content }));
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", grow);
  try {
    const [code] = (await once(child, "close")) as [number | null];
    await sent;
    if (turn.signal.aborted) throw new TurnCancelled();
    turn.session.characters += output.length;
    const exitCode = code ?? 1;
    await call.end(exitCode === 0 ? "completed" : "failed", { rawOutput: { exitCode, output } });
    return exitCode;
  } finally {
    turn.signal.removeEventListener("abort", kill);
  }
}
