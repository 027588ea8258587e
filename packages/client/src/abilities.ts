import type { AcpStore } from "@acp-store/core";

/** What not every agent can do. */
export type Ability = "load" | "resume" | "list" | "close";

/** By what the agent said of itself. In version 2 sessions come with all of these. */
export function can(store: AcpStore, ability: Ability): boolean {
  const { agent, protocolVersion } = store.getState();
  const capabilities = agent.capabilities ?? {};
  if (protocolVersion === 2) return capabilities.session != null;
  if (ability === "load") return capabilities.loadSession === true;
  return capabilities.sessionCapabilities?.[ability] != null;
}
