import type { AcpStore } from "@acp-store/core";
import { AGENT_METHODS, type AgentMethodName, findProtocolMethod } from "@acp-store/core/actions";
import { AcpConnectionError } from "./errors.js";

/**
 * Returns the name of a method in the negotiated protocol version.
 *
 * @throws AcpConnectionError with reason `unsupported` if the agent does not support the method.
 */
export function getProtocolMethod(store: AcpStore, name: AgentMethodName): string {
  const found = findProtocolMethod(store.getState(), name);
  if (found !== undefined) return found;
  throw createUnsupportedError(name);
}

/** Returns the error for a method that the agent does not support. */
export function createUnsupportedError(name: AgentMethodName): AcpConnectionError {
  const { action, hint } = AGENT_METHODS[name];
  const message = `This agent cannot ${action}.`;
  return new AcpConnectionError("unsupported", hint === undefined ? message : `${message} ${hint}`);
}
