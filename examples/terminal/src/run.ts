import { connectAgent } from "@acp-store/client";
import { nodeFileSystem, nodeTerminals, spawnAgent } from "@acp-store/client/node";
import { createAcpStore, type AcpStore } from "@acp-store/core";
import { createConversation } from "./conversation.js";
import type { Options } from "./options.js";
import { readLoop } from "./readLoop.js";
import type { Terminal } from "./terminal.js";
import { clean, dim } from "./view/text.js";
import type { Workplace } from "./workplace.js";

/** How often the bottom of the screen is drawn, in ms, while an agent streams. */
const REDRAW_MS = 40;

/** Exit codes: the agent has ended, and the user has pressed Ctrl-C. */
const ENDED = 1;
const INTERRUPTED = 130;

/** Connects to the agent and serves the user until one of them is done. Yields the exit code. */
export async function run(
  terminal: Terminal,
  { command, args, cwd }: Workplace,
  { protocol }: Options,
): Promise<number> {
  const store = createAcpStore({ scheduler: (flush) => void setTimeout(flush, REDRAW_MS) });
  const over = new AbortController();
  const unwatch = store.watch({ type: "state", field: "connection" }, () =>
    tellConnection(store, terminal),
  );
  const agent = await connectAgent(store, spawnAgent(command, args, { cwd }), {
    clientInfo: { name: "acp-store-terminal", version: "0.1.0" },
    ...(protocol && { protocolVersions: [protocol] }),
    fs: nodeFileSystem(store),
    terminal: nodeTerminals(store),
    reconnect: { attempts: 2 },
  });
  void agent.closed.then(() => over.abort(ENDED));
  const conversation = createConversation(store, agent, terminal, cwd);
  terminal.onInterrupt(() => {
    if (conversation.stop()) return;
    over.abort(INTERRUPTED);
    unwatch();
    // A turn that will not stop ends with its connection.
    agent.close();
  });
  try {
    await conversation.open();
    store.flush();
    terminal.print([dim("/help lists what can be done.")]);
    await readLoop(conversation, over.signal);
  } finally {
    // What the user has not been told yet; why it ends now they know.
    store.flush();
    unwatch();
    agent.close();
  }
  return over.signal.aborted ? (over.signal.reason as number) : 0;
}

function tellConnection(store: AcpStore, terminal: Terminal): void {
  const { agent, protocolVersion, connection } = store.getState();
  const name = agent.info?.title ?? agent.info?.name ?? "an agent";
  if (connection?.status === "ready")
    terminal.print([dim(clean(`Connected to ${name}, protocol version ${protocolVersion}.`))]);
  else if (connection?.reason !== undefined) terminal.print([dim(clean(connection.reason))]);
}
