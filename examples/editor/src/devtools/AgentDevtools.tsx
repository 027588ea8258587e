import type { ResendAgent } from "@acp-store/devtools/panel";
import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { type ReactElement, useSyncExternalStore } from "react";
import { REQUESTS } from "../../server/requestNames.js";
import { LazyFleetDevtools } from "../onDemand.js";
import { useChosenTheme } from "../shell/theme.js";
import { useDevtoolsShortcut } from "./useDevtoolsShortcut.js";

/** The devtools of the agent whose session is shown, with the messages that the server has recorded. */
export function AgentDevtools({ fleet }: { readonly fleet: RemoteFleet }): ReactElement | null {
  const theme = useChosenTheme() ?? "system";
  const isShown = useDevtoolsShortcut();
  const agentId = useSyncExternalStore(subscribeToAddress, () => findShownAgent(fleet));
  if (!isShown || agentId === undefined) return null;
  const agent: ResendAgent = {
    request: (method, params) => fleet.request(REQUESTS.resend, { agentId, method, params }),
  };
  return (
    <LazyFleetDevtools key={agentId} {...{ fleet, agentId, agent, theme }} enabled initialOpen />
  );
}

/** Returns the agent in the address of the page, or the first one. */
function findShownAgent({ entries }: RemoteFleet): string | undefined {
  const agents = entries.getState();
  const [shown = ""] = location.hash.slice(1).split("/");
  return agents.has(shown) ? shown : agents.keys().next().value;
}

function subscribeToAddress(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}
