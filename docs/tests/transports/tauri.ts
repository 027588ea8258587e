import { type AgentStream, createAgentStream } from "@acp-store/client";
import { type Child, Command } from "@tauri-apps/plugin-shell";

/** Starts the agent for one connection. */
export function startAgent(): AgentStream {
  const command = Command.create("agent", ["@google/gemini-cli", "--acp"]);
  let child: Child | undefined;
  return createAgentStream({
    async send(message) {
      await child?.write(`${JSON.stringify(message)}\n`);
    },
    async subscribe(receive, end) {
      command.stdout.on("data", receive);
      command.on("error", end);
      command.on("close", ({ code }) => end(`The agent exited with code ${code ?? "unknown"}.`));
      const started = await command.spawn();
      child = started;
      return () => started.kill();
    },
  });
}
