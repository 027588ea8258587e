import type { AcpStore, QueuedPrompt, Session } from "@acp-store/core";

/** The queue of a session as it was when its page ended. */
export interface SavedQueue {
  readonly prompts: readonly QueuedPrompt[];
  /** Whether the queue was paused, or its first prompt was being edited. */
  readonly isHeld: boolean;
  /** Whether a turn was running. */
  readonly isBusy: boolean;
  /** The number of turns that the session had. */
  readonly turnCount: number;
}

/** Returns the queue of a session, or `undefined` if it is empty. */
export function readQueue({ queue, queueHeld, openTurns, turns }: Session): SavedQueue | undefined {
  if (queue.length === 0) return undefined;
  return {
    prompts: queue,
    isHeld: queueHeld === true || queue[0]?.held === true,
    isBusy: openTurns.length > 0,
    turnCount: turns.size,
  };
}

/**
 * Queues the prompts that were waiting when the page was reloaded, in a session whose agent has kept
 * running. Leaves out those that were sent after the queue was saved. A queue that was held stays so.
 */
export function continueQueue(store: AcpStore, sessionId: string, saved: SavedQueue): void {
  const sent = findPromptsSince(store, sessionId, saved.turnCount);
  for (const { prompt, display, held } of saved.prompts) {
    const at = sent.indexOf(JSON.stringify(prompt));
    if (at !== -1) {
      sent.splice(at, 1);
      continue;
    }
    const id = store.queuePrompt(sessionId, prompt, { display });
    if (saved.isHeld || held) store.holdQueuedPrompt(sessionId, id);
  }
}

/** Returns the prompts of all turns but the first ones, as JSON. */
function findPromptsSince(store: AcpStore, sessionId: string, turnCount: number): string[] {
  const session = store.getState().sessions.get(sessionId);
  const turns = new Set([...(session?.turns.keys() ?? [])].slice(turnCount));
  return [...(session?.messages.values() ?? [])]
    .filter(({ role, turnId }) => role === "user" && turnId !== undefined && turns.has(turnId))
    .map(({ content }) => JSON.stringify(content));
}
