import type { AcpStore } from "@acp-store/core";

/** A session method that an agent may or may not support. */
export type OptionalSessionMethod = "load" | "resume" | "list" | "close";

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns whether the agent announced support for a session method. In version 2, the `session`
 * capability covers all of them.
 */
export function agentSupports(store: AcpStore, method: OptionalSessionMethod): boolean {
  const { agent, protocolVersion } = store.getState();
  const capabilities = agent.capabilities ?? {};
  if (protocolVersion === 2) return capabilities["session"] != null;
  if (method === "load") return capabilities["loadSession"] === true;
  const sessions = capabilities["sessionCapabilities"] as Json | null | undefined;
  return sessions?.[method] != null;
}
