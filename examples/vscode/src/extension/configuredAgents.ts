import { type LoadedMcpServers, loadMcpServers, spawnAgent } from "@acp-store/client/node";
import type { Budget } from "@acp-store/core/policies";
import * as vscode from "vscode";
import type { AgentDescription } from "../host/agentHost.js";

/** The command that starts an agent. */
export interface ConfiguredAgent {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  /** Variables to add to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

type NonEmpty<Item> = readonly [Item, ...Item[]];

/** Returns the agents of the setting, or the scripted agent. */
export function readConfiguredAgents(extensionUri: vscode.Uri): NonEmpty<ConfiguredAgent> {
  const setting = vscode.workspace.getConfiguration("acpStore").get<ConfiguredAgent[]>("agents");
  const [first, ...others] = setting ?? [];
  if (first !== undefined) return [first, ...others];
  const agent = vscode.Uri.joinPath(extensionUri, "dist", "agent.cjs").fsPath;
  // The extension host runs in Electron, which is Node only with this variable.
  const env = { ELECTRON_RUN_AS_NODE: "1" };
  return [
    { id: "scripted", name: "Scripted agent", command: process.execPath, args: [agent], env },
  ];
}

/** Loads the MCP servers of the setting. `log` receives what is wrong with them. */
export async function loadConfiguredServers(
  log: (text: string) => void,
): Promise<LoadedMcpServers["servers"]> {
  const files = vscode.workspace.getConfiguration("acpStore").get<string[]>("mcpFiles") ?? [];
  const { servers, problems } = await loadMcpServers({ files });
  for (const { file, server, message } of problems)
    log(`${[file, server].filter(Boolean).join(", ")}: ${message}\n`);
  return servers;
}

/** Returns the budget of the setting. */
export function readConfiguredBudget(): Budget | undefined {
  const amount = vscode.workspace.getConfiguration("acpStore").get<number>("budget") ?? 0;
  return amount > 0 ? { limits: [{ currency: "USD", amount, per: "session" }] } : undefined;
}

/** Describes an agent for the host. `log` receives what the agent writes to stderr. */
export function describeAgent(
  { id, name, command, args = [], env = {} }: ConfiguredAgent,
  log: (text: string) => void,
): AgentDescription {
  return { id, name, source: spawnAgent(command, args, { env, onStderr: log }) };
}
