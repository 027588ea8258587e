import { connectAgent, type AgentConnection } from "@acp-store/client";
import { nodeFileSystem, nodeTerminals, spawnAgent } from "@acp-store/client/node";
import { createAcpStore, type AcpStore } from "@acp-store/core";
import { createConversation, type Conversation } from "./conversation.js";
import type { Options } from "./options.js";
import { runInputLoop } from "./inputLoop.js";
import { createSavedSessions } from "./savedSessions.js";
import type { Terminal } from "./terminal.js";
import { colored, dim } from "./view/text.js";
import type { Workspace } from "./workspace.js";

/** The time between two updates of the screen, in milliseconds. */
const REDRAW_MS = 40;

/** The exit code if the agent ended. */
const EXIT_AGENT_ENDED = 1;
/** The exit code if the user pressed Ctrl-C. */
const EXIT_INTERRUPTED = 130;

/**
 * Connects to the agent and runs until the user quits, the agent ends or `termination` is aborted
 * with an exit code. Resolves with the exit code.
 */
export async function runClient(
  terminal: Terminal,
  workspace: Workspace,
  options: Options,
  termination: AbortSignal,
): Promise<number> {
  const { command, args, cwd } = workspace;
  const { protocol } = options;
  const store = createAcpStore({ scheduler: (flush) => void setTimeout(flush, REDRAW_MS) });
  const ending = new AbortController();
  let requestedExitCode: number | undefined;
  let agent: AgentConnection | undefined;
  let conversation: Conversation | undefined;
  const saved = workspace.isTemporary ? undefined : createSavedSessions(store, workspace);
  saved?.onProblem((message) => terminal.print([colored("yellow", message)]));
  let questions: Promise<void> | undefined;
  let continuedId: string | undefined;
  const restore = async (): Promise<void> => {
    continuedId = await saved?.restoreLast();
  };
  const unwatch = store.watch({ type: "state", field: "connection" }, () =>
    printConnectionStatus(store, terminal),
  );
  function quit(exitCode: number): void {
    requestedExitCode ??= exitCode;
    unwatch();
    // This closes the connection, which also ends a turn that cannot be cancelled.
    ending.abort(exitCode);
  }
  terminal.onInterrupt(() => {
    if (conversation?.cancel() || terminal.clearInput()) return;
    quit(EXIT_INTERRUPTED);
  });
  const terminate = (): void => quit(termination.reason as number);
  termination.addEventListener("abort", terminate);
  if (termination.aborted) terminate();
  try {
    agent = await connectAgent(store, spawnAgent(command, args, { cwd }), {
      clientInfo: { name: "acp-store-terminal", version: "0.1.0" },
      ...(protocol && { protocolVersions: [protocol] }),
      fs: nodeFileSystem(store),
      terminal: nodeTerminals(store),
      reconnect: { attempts: 2 },
      signal: ending.signal,
      ...(options.continue && { persistence: { restore } }),
    });
    void agent.closed.then(() => ending.abort(EXIT_AGENT_ENDED));
    conversation = createConversation(store, agent, terminal, cwd);
    if (continuedId !== undefined) conversation.continueSession(continuedId);
    else await conversation.startSession();
    store.flush();
    if (options.continue && continuedId === undefined)
      terminal.print([dim("No session was saved in this folder, so this is a new one.")]);
    terminal.print([dim("Type /help for a list of commands.")]);
    questions = conversation.answerQuestions(ending.signal);
    await runInputLoop(conversation, ending.signal);
    return requestedExitCode ?? (ending.signal.aborted ? EXIT_AGENT_ENDED : 0);
  } catch (error) {
    // A connection or a session that was being opened when the program was asked to end.
    if (requestedExitCode !== undefined) return requestedExitCode;
    throw error;
  } finally {
    // Print pending changes, but not the status of the connection that is closed on purpose.
    store.flush();
    unwatch();
    ending.abort();
    await questions;
    await agent?.close();
    await saved?.stop();
  }
}

function printConnectionStatus(store: AcpStore, terminal: Terminal): void {
  const { agent, protocolVersion, connection } = store.getState();
  const name = agent.info?.title ?? agent.info?.name ?? "an agent";
  if (connection?.status === "ready")
    terminal.print([dim(`Connected to ${name}, protocol version ${protocolVersion}.`)]);
  else if (connection?.reason !== undefined) terminal.print([dim(connection.reason)]);
}
