import type { AgentStream } from "@acp-store/client";
import { spawnAgent } from "@acp-store/client/node";
import * as vscode from "vscode";

/** The command that starts the agent. */
export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables to add to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the command of the setting, or that of the scripted agent. */
export function readAgentCommand(extensionUri: vscode.Uri): AgentCommand {
  const setting = vscode.workspace.getConfiguration("acpStore").get<string[]>("agentCommand") ?? [];
  const [command, ...args] = setting;
  if (command !== undefined) return { command, args };
  const agent = vscode.Uri.joinPath(extensionUri, "dist", "agent.cjs").fsPath;
  // The extension host runs in Electron, which is Node only with this variable.
  return { command: process.execPath, args: [agent], env: { ELECTRON_RUN_AS_NODE: "1" } };
}

/** Returns the source for `connectAgent`. `log` receives what the agent writes to stderr. */
export function createAgentSource(
  { command, args, env = {} }: AgentCommand,
  log: (text: string) => void,
): () => Promise<AgentStream> {
  return spawnAgent(command, args, { env, onStderr: log });
}
