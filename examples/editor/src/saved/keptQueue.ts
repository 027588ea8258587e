import type { AcpStore } from "@acp-store/core";
import type { SavedQueue } from "./createSavedSessions.js";

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
