import type { AcpState } from "@acp-store/core";
import type { Fleet } from "@acp-store/fleet/owner";
import type { MirrorAction, MirrorRights } from "@acp-store/mirror";
import { isOfferedOnPhone } from "./phoneRedaction.js";

/** Returns the rights of a phone for an agent: it answers permission requests and stops turns. */
export function rightsOnPhone(
  { agents }: Fleet,
  agentId: string,
  name: string,
): MirrorRights | undefined {
  const agent = agents.get(agentId);
  return agent && { name, may: (action) => mayOnPhone(action, agent.store.getState()) };
}

function mayOnPhone(action: MirrorAction, state: AcpState): boolean {
  const session = state.sessions.get(action.sessionId ?? "");
  if (session === undefined) return false;
  // Stopping the turn of an agent that does not run would start it.
  if (action.name === "cancel") return session.openTurns.length > 0;
  if (action.name !== "respondToPermission") return false;
  const [permissionId, optionId] = action.args;
  const permission = session.permissions.get(permissionId);
  return permission !== undefined && isOfferedOnPhone(state, permission, optionId);
}
