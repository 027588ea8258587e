import type { AgentConnection } from "@acp-store/client";
import type { AcpStore } from "@acp-store/core";
import type { Drafts } from "@acp-store/persist";
import type { PanelActions } from "../shell/panelScope.js";
import { getErrorMessage } from "./connectionEnd.js";

interface PanelActionsOptions {
  readonly store: AcpStore;
  readonly connected: Promise<AgentConnection>;
  readonly sessionId: string;
  readonly drafts: Drafts;
}

/** Creates the actions that a panel can take in one session. */
export function createPanelActions(options: PanelActionsOptions): PanelActions {
  const { store, connected, sessionId, drafts } = options;
  return {
    async prompt(text) {
      const agent = await connected;
      try {
        await waitUntilAccepted(store, sessionId, () => agent.prompt(sessionId, text));
        drafts.remove(sessionId);
        // A draft that was sent must not come back. The page shows problems with saving.
        drafts.flush().catch(() => {});
        return undefined;
      } catch (error) {
        return getErrorMessage(error);
      }
    },
    async sendNow(queuedId) {
      try {
        await (await connected).sendNow(sessionId, queuedId);
        return undefined;
      } catch (error) {
        return getErrorMessage(error);
      }
    },
    async cancel() {
      await (await connected).cancel(sessionId);
    },
    changeSetting({ setting, configId = "" }, value) {
      const change = async (): Promise<unknown> => {
        const agent = await connected;
        if (setting === "config_option") return agent.setConfigOption(sessionId, configId, value);
        const id = String(value);
        return setting === "mode" ? agent.setMode(sessionId, id) : agent.setModel(sessionId, id);
      };
      // The store has taken back the choice and keeps the error.
      change().catch(() => {});
    },
  };
}

/**
 * Resolves as soon as the prompt is in the store, as a turn or in the queue. From then on the store
 * reports its outcome. Rejects if the prompt fails before that.
 */
async function waitUntilAccepted(
  store: AcpStore,
  sessionId: string,
  send: () => Promise<unknown>,
): Promise<void> {
  const countPrompts = (): number => {
    const session = store.getState().sessions.get(sessionId);
    // Sending a queued prompt moves it from the queue to the turns, so the sum stays the same.
    return (session?.turns.size ?? 0) + (session?.queue.length ?? 0);
  };
  const before = countPrompts();
  const stops: (() => void)[] = [];
  const accepted = new Promise<void>((resolve) => {
    const check = (): void => (countPrompts() > before ? resolve() : undefined);
    stops.push(store.watch({ type: "ids", sessionId, table: "turns" }, check));
    stops.push(store.watch({ type: "field", sessionId, field: "queue" }, check));
  });
  try {
    await Promise.race([accepted, send()]);
  } finally {
    for (const stop of stops) stop();
  }
}
