import type { Mirror } from "@acp-store/mirror";
import type { PanelAgent } from "@acp-store/ui";
import { whenLive } from "./mirrorChanges.js";

/** Creates the requests of a panel. During a takeover, they wait for the new owner. */
export function createPanelAgent(mirror: Mirror): PanelAgent {
  const { actions } = mirror;
  return {
    ...actions,
    async prompt(sessionId, prompt) {
      await whenLive(mirror);
      return actions.prompt(sessionId, prompt);
    },
    async cancel(sessionId) {
      await whenLive(mirror);
      mirror.cancelTurn(sessionId);
    },
  };
}
