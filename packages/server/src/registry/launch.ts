import { connectAgent, isAcpConnectionError } from "@acp-store/client";
import { spawnAgent } from "@acp-store/client/node";
import { createAcpStore } from "@acp-store/core";
import type { PageRequest } from "@acp-store/fleet/mirror";
import type { AgentDefinition, AgentLaunch } from "@acp-store/fleet/owner";
import { explainLaunchFailure, installBinary, userPath } from "@acp-store/registry";
import { type AgentCommand, commandAgent } from "../agents/commandAgent.js";
import type { LaunchProgress } from "../client/registryMessages.js";
import type { AddedAgent } from "./addedAgents.js";
import type { Icons } from "./icons.js";

/** The time that an agent has to answer in ms, in which `npx` and `uvx` may have to download it. */
const START_MS = 5 * 60_000;
/** The number of bytes between two reports. */
const REPORT_BYTES = 500_000;

/** Installs and starts the agents that users have added. */
export interface Launcher {
  /** Returns the definition of an agent. `current` returns what each start launches. */
  define(added: AddedAgent, current: () => AddedAgent | undefined): AgentDefinition;
  /** Downloads the program of an agent, if it needs one. An aborted signal removes what has arrived. */
  install(added: AddedAgent, request: PageRequest): Promise<void>;
  /** Resolves if an agent starts and answers `initialize`. Its process ends before that. */
  check(added: AddedAgent, signal: AbortSignal): Promise<void>;
}

/** The options of {@link createLauncher}. */
interface LauncherOptions extends Pick<AgentCommand, "mcpServers"> {
  readonly fetch?: typeof globalThis.fetch;
}

/** Creates a {@link Launcher} with a folder for programs. */
export function createLauncher(
  programsDir: string,
  icons: Icons,
  { fetch, mcpServers }: LauncherOptions = {},
): Launcher {
  let path: Promise<string> | undefined;

  async function commandOf(
    { agent, plan, allowUnverified }: AddedAgent,
    request?: PageRequest,
  ): Promise<string> {
    if (plan.kind !== "binary") return plan.command;
    let reported = 0;
    return installBinary(agent, plan, programsDir, {
      allowUnverified,
      ...(fetch && { fetch }),
      ...(request && { signal: request.signal }),
      onProgress(progress) {
        const { receivedBytes, totalBytes } = progress;
        if (receivedBytes - reported < REPORT_BYTES && receivedBytes !== totalBytes) return;
        reported = receivedBytes;
        request?.report({ step: "download", ...progress } satisfies LaunchProgress);
      },
    });
  }

  async function launch(added: AddedAgent): Promise<AgentLaunch> {
    path ??= userPath();
    const command = await commandOf(added);
    return { command, args: added.plan.args, env: { ...added.plan.env, PATH: await path } };
  }

  async function open(added: AddedAgent) {
    const { command, args, env } = await launch(added);
    return spawnAgent(command, args, { ...(env && { env }) })();
  }

  return {
    define(added, current) {
      const { agent, plan } = added;
      const { id, name } = agent;
      const icon = icons.get(agent.icon);
      const names = { id, name, ...(icon && { icon }) };
      const { commandLine: _commandLine, ...definition } = commandAgent({
        ...names,
        command: "",
        ...(mcpServers && { mcpServers }),
      });
      return {
        ...definition,
        // Where a downloaded program is installed is only known when it starts.
        ...(plan.kind !== "binary" && { commandLine: [plan.command, ...plan.args] }),
        launch: () => launch(current() ?? added),
        source: () => open(current() ?? added),
        connect: (store) => ({
          ...definition.connect?.(store),
          ...(plan.kind !== "binary" && { requestTimeout: START_MS }),
        }),
      };
    },
    async install(added, request) {
      await commandOf(added, request);
    },
    async check(added, signal) {
      const connection = await connectAgent(createAcpStore(), () => open(added), {
        reconnect: false,
        requestTimeout: START_MS,
        signal,
      });
      await connection.close();
    },
  };
}

/** Returns the error of a launch in words for the user, with what to do. */
export function explainFailure(name: string, error: unknown): unknown {
  if (!isAcpConnectionError(error)) return error;
  const { message, advice } = explainLaunchFailure(error);
  return new Error(`${name} could not be started. ${message} ${advice}`, { cause: error });
}
