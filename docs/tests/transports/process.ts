import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type AgentStream, createAgentStream } from "@acp-store/client";

/** Starts the agent for one connection. */
export function startAgent(command: string, args: readonly string[], cwd: string): AgentStream {
  const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "ignore"] });
  return createAgentStream({
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    subscribe(receive, end) {
      createInterface({ input: child.stdout }).on("line", receive);
      child.stdin.on("error", ({ message }) => end(message));
      child.on("error", ({ message }) => end(message));
      child.on("exit", (code) => end(`The agent exited with code ${code ?? "unknown"}.`));
      return () => void child.kill();
    },
  });
}
