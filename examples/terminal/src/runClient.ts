import {
  type LoadedMcpServers,
  loadMcpServers,
  nodeFileSystem,
  nodeTerminals,
  spawnAgent,
} from "@acp-store/client/node";
import type { AcpStore } from "@acp-store/core";
import { type BudgetLimit, budgetPolicy } from "@acp-store/core/policies";
import { type AgentDefinition, createFleet } from "@acp-store/fleet/owner";
import type { NodeReview } from "@acp-store/review/node";
import { createConversation } from "./conversation.js";
import { createConversations } from "./conversations.js";
import { openFolderReview } from "./folderReview.js";
import { runInputLoop } from "./inputLoop.js";
import { type Options, UsageError } from "./options.js";
import { createSavedSessions } from "./savedSessions.js";
import type { Terminal } from "./terminal.js";
import { colored, describeError, dim } from "./view/text.js";
import type { AgentCommand, Workspace } from "./workspace.js";

/** The time between two updates of the screen, in milliseconds. */
const REDRAW_MS = 40;

/** The exit code if all agents have failed. */
const EXIT_AGENTS_FAILED = 1;
/** The exit code if the user pressed Ctrl-C. */
const EXIT_INTERRUPTED = 130;

/**
 * Runs until the user quits, all agents have failed or `termination` is aborted with an exit code.
 * Resolves with the exit code. The first agent starts at once, the others when they are used.
 */
export async function runClient(
  terminal: Terminal,
  workspace: Workspace,
  options: Options,
  termination: AbortSignal,
): Promise<number> {
  const { cwd } = workspace;
  const review = await openFolderReview(workspace, terminal);
  const { servers: mcpServers, problems } = await loadMcpServers({ files: workspace.mcpFiles });
  for (const { file, server, message } of problems)
    terminal.print([colored("yellow", `${server ?? file}: ${message}`)]);
  const fleet = createFleet({
    agents: [],
    store: () => ({ scheduler: (flush) => void setTimeout(flush, REDRAW_MS) }),
    // A session stays open as long as it is on the screen.
    idle: { stopAfterMs: Infinity },
  });
  const ending = new AbortController();
  let requestedExitCode: number | undefined;
  const agents = workspace.agents.map((command) => {
    const agent = fleet.add(defineAgent(command, { cwd, options, review, mcpServers }));
    const conversation = createConversation(agent, terminal, cwd);
    const saved = workspace.isTemporary
      ? undefined
      : createSavedSessions(agent.store, command, cwd);
    saved?.onProblem((message) => terminal.print([colored("yellow", message)]));
    const unwatch = agent.store.watch({ type: "state", field: "connection" }, () => {
      if (conversation === conversations.current) printConnectionStatus(agent.store, terminal);
    });
    return { conversation, saved, unwatch };
  });
  const all = agents.map(({ conversation }) => conversation);
  const [first] = all;
  if (first === undefined) throw new UsageError("No agent was given.");
  const conversations = createConversations(fleet.overview, all, first, terminal);

  function stopPrintingStatus(): void {
    for (const { unwatch } of agents) unwatch();
  }

  function haveAllFailed(): boolean {
    return [...fleet.entries.getState().values()].every(({ status }) => status === "failed");
  }

  function quit(exitCode: number): void {
    requestedExitCode ??= exitCode;
    stopPrintingStatus();
    ending.abort(exitCode);
    // This also ends a turn that cannot be cancelled, and a start that has no answer.
    void fleet.close();
  }

  terminal.onInterrupt(() => {
    if (conversations.current.cancel() || terminal.replaceInput([]).join("") !== "") return;
    quit(EXIT_INTERRUPTED);
  });
  terminal.onTab(() => {
    if (!ending.signal.aborted) conversations.showNext().catch(printError);
  });
  fleet.entries.subscribe(() => haveAllFailed() && ending.abort(EXIT_AGENTS_FAILED));
  termination.addEventListener("abort", () => quit(termination.reason as number));
  if (termination.aborted) quit(termination.reason as number);

  function printError(error: unknown): void {
    terminal.print([colored("red", describeError(error))]);
  }

  try {
    if (options.continue)
      for (const { conversation, saved } of agents) {
        const sessionId = await saved?.restoreLast();
        if (sessionId !== undefined) conversation.continueSession(sessionId);
      }
    const isNew = first.sessionId === "";
    conversations.show();
    await first.open().catch((error: unknown) => {
      if (requestedExitCode !== undefined || haveAllFailed()) throw error;
      printError(error);
    });
    first.store.flush();
    if (options.continue && isNew)
      terminal.print([dim("No session was saved in this folder, so this is a new one.")]);
    terminal.print([dim("Type /help for a list of commands.")]);
    await runInputLoop({ conversations, fleet, review, signal: ending.signal }, terminal);
    return requestedExitCode ?? (ending.signal.aborted ? EXIT_AGENTS_FAILED : 0);
  } catch (error) {
    // A connection or a session that was being opened when the program was asked to end.
    if (requestedExitCode !== undefined) return requestedExitCode;
    throw error;
  } finally {
    // Print pending changes, but not the status of the connections that are closed on purpose.
    conversations.current.store.flush();
    stopPrintingStatus();
    ending.abort();
    await conversations.hide();
    await fleet.close();
    await review?.close().catch(printError);
    for (const { saved } of agents) await saved?.stop();
  }
}

interface AgentParts {
  readonly cwd: string;
  readonly options: Options;
  readonly review: NodeReview | undefined;
  readonly mcpServers: LoadedMcpServers["servers"];
}

function defineAgent(
  { id, name, command, args }: AgentCommand,
  { cwd, options: { protocol, budget }, review, mcpServers }: AgentParts,
): AgentDefinition {
  return {
    id,
    name,
    source: spawnAgent(command, args, { cwd }),
    connect: (store) => {
      const reviewed = review?.add(store, id);
      const limits = budget === undefined ? [] : [sessionLimit(budget)];
      const checkBudget = budgetPolicy(store, { limits });
      return {
        clientInfo: { name: "acp-store-terminal", version: "0.1.0" },
        ...(protocol && { protocolVersions: [protocol] }),
        fs: reviewed?.fs ?? nodeFileSystem(store),
        terminal: nodeTerminals(store),
        mcpServers: () => mcpServers,
        reconnect: { attempts: 2 },
        async beforePrompt(sessionId, prompt) {
          const allowed = await checkBudget(sessionId, prompt);
          return (await reviewed?.beforePrompt(sessionId, allowed)) ?? allowed;
        },
      };
    },
  };
}

function sessionLimit(amount: number): BudgetLimit {
  return { currency: "USD", amount, per: "session" };
}

function printConnectionStatus(store: AcpStore, terminal: Terminal): void {
  const { agent, protocolVersion, connection } = store.getState();
  const name = agent.info?.title ?? agent.info?.name ?? "an agent";
  if (connection?.status === "ready")
    terminal.print([dim(`Connected to ${name}, protocol version ${protocolVersion}.`)]);
  else if (connection?.reason !== undefined) terminal.print([dim(connection.reason)]);
}
