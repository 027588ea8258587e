import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { AgentFeature, AgentScript } from "./agentScript.js";

/** The name and version that the agent reports during `initialize`, unless the script has others. */
export const DEFAULT_INFO = {
  name: "acp-scripted-agent",
  title: "Scripted agent",
  version: "1.0.0",
};

/** Returns whether an agent has an optional ability. Without a list, it has all of them. */
export const hasFeature = ({ features }: AgentScript, feature: AgentFeature): boolean =>
  features?.includes(feature) ?? true;

/** @throws RequestError if the agent lacks the ability. */
export function requireFeature(script: AgentScript, feature: AgentFeature, method: string): void {
  if (!hasFeature(script, feature)) throw RequestError.methodNotFound(method);
}
