import { AcpFleetError } from "../errors.js";

/** Names a session among the sessions of all agents. */
export interface SessionRef {
  /** The id of the agent in the fleet, such as `gemini`. */
  readonly agentId: string;
  /** The agent's id of the session. */
  readonly sessionId: string;
}

const AGENT_ID = /^[a-z][a-z0-9-]*$/;

/**
 * Returns whether a text can be the id of an agent: a lowercase letter, followed by lowercase letters,
 * digits and hyphens.
 */
export function isAgentId(id: string): boolean {
  return AGENT_ID.test(id);
}

/** @throws AcpFleetError if a text cannot be the id of an agent. */
export function assertAgentId(id: string): void {
  if (isAgentId(id)) return;
  throw new AcpFleetError(
    "invalid_agent_id",
    `${JSON.stringify(id)} cannot be the id of an agent. Use a lowercase letter, followed by lowercase letters, digits and hyphens, such as "claude-code".`,
  );
}

/**
 * Returns the key of a session, `<agentId>/<sessionId>`. An agent id has no slash, so the first one
 * separates. Use it as a React key, and in addresses after `encodeURIComponent`.
 *
 * @example
 * ```ts
 * sessionKey({ agentId: "gemini", sessionId: "s1" }); // "gemini/s1"
 * ```
 */
export function sessionKey({ agentId, sessionId }: SessionRef): string {
  return `${agentId}/${sessionId}`;
}

/**
 * Returns the agent and the session that a key names.
 *
 * @throws AcpFleetError if the text has no slash, or no agent id before it.
 *
 * @example
 * ```ts
 * parseSessionKey("gemini/s1"); // { agentId: "gemini", sessionId: "s1" }
 * ```
 */
export function parseSessionKey(key: string): SessionRef {
  const slash = key.indexOf("/");
  const agentId = key.slice(0, Math.max(slash, 0));
  if (!isAgentId(agentId))
    throw new AcpFleetError(
      "invalid_key",
      `${JSON.stringify(key)} is not the key of a session. Pass a result of sessionKey, such as "gemini/s1".`,
    );
  return { agentId, sessionId: key.slice(slash + 1) };
}
