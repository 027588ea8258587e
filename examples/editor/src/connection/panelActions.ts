import type { AgentConnection } from "@acp-store/client";
import type { AcpStore } from "@acp-store/core";
import type { PanelActions } from "../shell/panelScope.js";
import { messageOf } from "./connectionEnd.js";

/** What a panel can ask of the agent in one session. */
export function panelActions(
  store: AcpStore,
  connected: Promise<AgentConnection>,
  sessionId: string,
): PanelActions {
  return {
    async prompt(text) {
      const agent = await connected;
      try {
        await taken(store, sessionId, () => agent.prompt(sessionId, text));
        return undefined;
      } catch (error) {
        return messageOf(error);
      }
    },
    async cancel() {
      await (await connected).cancel(sessionId);
    },
    async setMode(modeId) {
      await (await connected).setMode(sessionId, modeId);
    },
    async setConfigOption(configId, value) {
      await (await connected).setConfigOption(sessionId, configId, value);
    },
  };
}

/**
 * Resolves as soon as a prompt is in the state, as a turn or in the queue: what becomes of it then
 * is told there. Rejects where it never got that far.
 */
async function taken(
  store: AcpStore,
  sessionId: string,
  send: () => Promise<unknown>,
): Promise<void> {
  const count = (): number => {
    const session = store.getState().sessions.get(sessionId);
    // A queued prompt that is sent moves from one to the other.
    return (session?.turns.size ?? 0) + (session?.queue.length ?? 0);
  };
  const before = count();
  const stops: (() => void)[] = [];
  const isIn = new Promise<void>((resolve) => {
    const check = (): void => (count() > before ? resolve() : undefined);
    stops.push(store.watch({ type: "ids", sessionId, table: "turns" }, check));
    stops.push(store.watch({ type: "field", sessionId, field: "queue" }, check));
  });
  try {
    await Promise.race([isIn, send()]);
  } finally {
    for (const stop of stops) stop();
  }
}
