import type { AgentStream } from "@acp-store/client";
import type { AcpState, AcpStore, Session } from "@acp-store/core";
import { openAgentSocket } from "../connection/agentSocket.js";
import type { SavedSessions } from "../saved/createSavedSessions.js";
import { findSessionIds, hasWholeTranscripts } from "../saved/history.js";
import { continueQueue, readQueue, type SavedQueue } from "../saved/keptQueue.js";
import type { OwnerStatePublisher } from "./ownerState.js";

/** Opens the sockets of a connection. */
export interface AgentSource {
  /**
   * Opens a socket. The first one continues with the agent of the previous owner, if it is still
   * running. All others start a new agent.
   */
  open(): Promise<AgentStream>;
  /** Resolves when the saved sessions are in the store and a new agent is being started. */
  readonly startsNew: Promise<void>;
  /** Aborted when the server is gone permanently, and every agent with it. */
  readonly serverGone: AbortSignal;
  /** Queues the prompts that were waiting when the previous owner ended. */
  continueQueues(): void;
}

interface AgentSourceOptions {
  readonly store: AcpStore;
  readonly saved: SavedSessions;
  /** The id under which the server knows the agent. */
  readonly agentId: Promise<string>;
  readonly state: OwnerStatePublisher;
  /** The last known state of the previous owner. */
  readonly previous: AcpState;
}

export function createAgentSource({
  store,
  saved,
  agentId,
  state,
  previous,
}: AgentSourceOptions): AgentSource {
  const serverGone = new AbortController();
  /** The queues of the sessions whose agent has kept running. */
  const keptQueues = new Map<string, SavedQueue>();
  let isFirstSocket = true;
  let resolveStartsNew: () => void;
  const startsNew = new Promise<void>((resolve) => (resolveStartsNew = resolve));

  async function openSocket(continues: boolean): Promise<AgentStream> {
    const { id, stream, ended } = openAgentSocket({ agentId: await agentId, continues });
    state.set({ socketId: id });
    void ended.then((end) => {
      state.set({ end: { ...end, socketId: id } });
      if (end.isPermanent) serverGone.abort();
    });
    return stream;
  }

  /** Continues with a running agent, or restores the sessions of the previous owner for a new one. */
  async function openFirstSocket(): Promise<AgentStream> {
    const stream = await openSocket(true);
    const { history = [] } = stream;
    // The history replaces what was saved, but prompts in the queue were never sent.
    for (const sessionId of findSessionIds(history)) {
      const session = previous.sessions.get(sessionId);
      const queue = session === undefined ? await saved.readQueue(sessionId) : readQueue(session);
      if (queue !== undefined) keptQueues.set(sessionId, queue);
    }
    const canContinue = hasWholeTranscripts(history) && !mustPause();
    if (history.length > 0 && canContinue) return stream;
    keptQueues.clear();
    for (const { sessionId } of getOpenSessions(previous)) await saved.restore(store, sessionId);
    resolveStartsNew();
    const { end } = state.get();
    // The agent may have ended in the meantime.
    if (end !== undefined) throw new Error(`${end.title}. ${end.detail}`);
    if (canContinue) return stream;
    await stream.writable.close();
    return openSocket(false);
  }

  /** A session without a turn would send the prompts of a paused queue. A running turn matters more. */
  function mustPause(): boolean {
    const queues = [...keptQueues.values()];
    const isBusy = getOpenSessions(previous).some(({ openTurns }) => openTurns.length > 0);
    return !isBusy && queues.some((queue) => queue.isHeld && !queue.isBusy);
  }

  return {
    open() {
      // A history is only for a new store.
      const isFirst = isFirstSocket;
      isFirstSocket = false;
      return isFirst ? openFirstSocket() : openSocket(false);
    },
    startsNew,
    serverGone: serverGone.signal,
    continueQueues() {
      for (const [sessionId, queue] of keptQueues) continueQueue(store, sessionId, queue);
    },
  };
}

/** Returns the sessions that are open, except those of subagents. */
export function getOpenSessions({ sessions }: AcpState): readonly Session[] {
  return [...sessions.values()].filter(
    ({ closed, parentSessionId }) => !closed && parentSessionId === undefined,
  );
}
