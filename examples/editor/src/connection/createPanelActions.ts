import type { Mirror } from "@acp-store/mirror";
import type { Drafts } from "@acp-store/persist";
import type { PanelActions } from "../shell/panelScope.js";
import { getErrorMessage } from "./connectionEnd.js";
import { whenLive } from "./mirrorChanges.js";

interface PanelActionsOptions {
  readonly mirror: Mirror;
  readonly sessionId: string;
  readonly drafts: Drafts;
}

/** Creates the actions that a panel can take in one session. */
export function createPanelActions({
  mirror,
  sessionId,
  drafts,
}: PanelActionsOptions): PanelActions {
  const { actions } = mirror;

  return {
    async prompt(text) {
      await whenLive(mirror);
      try {
        const prompt = [{ type: "text", text }] as const;
        await waitUntilAccepted(mirror, sessionId, () => actions.prompt(sessionId, prompt));
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
        await actions.sendNow(sessionId, queuedId);
        return undefined;
      } catch (error) {
        return getErrorMessage(error);
      }
    },
    async cancel() {
      await whenLive(mirror);
      mirror.cancelTurn(sessionId);
    },
    changeSetting({ setting, configId = "" }, value) {
      const change = (): Promise<unknown> => {
        if (setting === "config_option") return actions.setConfigOption(sessionId, configId, value);
        const id = String(value);
        return setting === "mode"
          ? actions.setMode(sessionId, id)
          : actions.setModel(sessionId, id);
      };
      // The store has taken back the choice and keeps the error.
      change().catch(() => {});
    },
  };
}

/**
 * Resolves as soon as the prompt is in the state, as a turn or in the queue. From then on the state
 * has its outcome. Rejects if the prompt fails before that.
 */
async function waitUntilAccepted(
  mirror: Mirror,
  sessionId: string,
  send: () => Promise<unknown>,
): Promise<void> {
  const countPrompts = (): number => {
    const session = mirror.getState().sessions.get(sessionId);
    // Sending a queued prompt moves it from the queue to the turns, so the sum stays the same.
    return (session?.turns.size ?? 0) + (session?.queue.length ?? 0);
  };
  const before = countPrompts();
  const stops: (() => void)[] = [];
  const accepted = new Promise<void>((resolve) => {
    const check = (): void => (countPrompts() > before ? resolve() : undefined);
    stops.push(mirror.watch({ type: "ids", sessionId, table: "turns" }, check));
    stops.push(mirror.watch({ type: "field", sessionId, field: "queue" }, check));
  });
  try {
    await Promise.race([accepted, send()]);
  } finally {
    for (const stop of stops) stop();
  }
}
