import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ScriptedCall, TerminalExit, Turn } from "@acp-store/testing";
import { askToUse } from "../permission.js";

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
  const call = await turn.call({
    title: command.title,
    kind: "execute",
    status: "pending",
    rawInput: { command: process.execPath, args: command.args, cwd: turn.session.cwd },
  });
  if (!(await askToUse(turn, call, "execute", "commands"))) {
    const text = "Not run: the user rejected this command.";
    await call.fail({ content: [{ type: "text", text }] });
    return "rejected";
  }
  await call.update({ status: "in_progress" });
  return runInTerminal(turn, command, call);
}

async function runInTerminal(
  turn: Turn,
  command: NodeCommand,
  call: ScriptedCall,
): Promise<number> {
  const { signal } = turn;
  const terminal = await call.openTerminal(command.title);
  let output = "";
  let sent = Promise.resolve();
  const end = await runProcess(turn, command, (text) => {
    output += text;
    // A cancelled turn only sends final statuses.
    if (signal.aborted) return;
    sent = sent.then(() => terminal.write(text));
  });
  await sent;
  await terminal.exit(end);
  // Ends the script if the turn was cancelled.
  await turn.pause(0);
  const exitCode = end.exitCode ?? 1;
  const result = { rawOutput: { exitCode, output } };
  await (exitCode === 0 ? call.complete(result) : call.fail(result));
  return exitCode;
}

async function runProcess(
  turn: Turn,
  { args, env }: NodeCommand,
  onOutput: (text: string) => void,
): Promise<TerminalExit> {
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
