import { type AcpStore, createAcpStore } from "@acp-store/core";
import { createOverview, type FleetView, type InboxItem } from "@acp-store/fleet";

/** A fleet of the agents "a" and "b" with the session "s1" each, whose overview counts its listeners. */
export function countedFleet() {
  // Requests of the same millisecond would be sorted by agent.
  let time = 0;
  const now = (): number => ++time;
  const stores = new Map(["a", "b"].map((id) => [id, createAcpStore({ scheduler: "sync", now })]));
  const overview = createOverview();
  for (const [id, store] of stores) {
    store.openSession({ sessionId: "s1" });
    overview.add(id, store);
  }
  let listeners = 0;
  const fleet: Pick<FleetView, "getView" | "overview"> = {
    overview: {
      ...overview,
      subscribe(listener) {
        const stop = overview.subscribe(listener);
        listeners++;
        return () => {
          listeners--;
          stop();
        };
      },
    },
    getView: (agentId) => stores.get(agentId),
  };
  return {
    fleet,
    store: (agentId: string): AcpStore => stores.get(agentId) ?? createAcpStore(),
    /** Makes an agent ask for a permission, which adds a row to the inbox. */
    ask(agentId: string, title = "Run") {
      void stores.get(agentId)?.requestPermission({
        sessionId: "s1",
        toolCall: { toolCallId: title, title },
        options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
      });
    },
    countListeners: () => listeners,
  };
}

/** Returns the keys of the rows of an inbox. */
export function keysOf({ inbox }: { readonly inbox: readonly InboxItem[] }): readonly string[] {
  return inbox.map(({ key }) => key);
}
