import type { AcpState } from "../state/state.js";
import { agentSupports } from "./actions.js";

/**
 * The way in which an agent takes a conversation back: `rewind` in the same session, `fork` in a new
 * session, or `none`.
 */
export type RewindSupport = "rewind" | "fork" | "none";

/**
 * The request that takes a conversation back. The protocol has none, so each is an extension:
 *
 * - `air_fork`: `session/fork` with the last message to keep, in the `_meta` of JetBrains Air
 * - `qwen_rewind`: `rewindSession` with the index of the first prompt to remove
 */
export type RewindDialect = "air_fork" | "qwen_rewind";

interface RewindingAgent {
  /** The first version that has the request. Earlier ones ignore the message and fork everything. */
  readonly since: readonly number[];
  readonly dialect: RewindDialect;
}

/**
 * The agents that can take a conversation back, by the name that they report. No capability announces
 * it. Each row was tried with the published agent, in the version that the manual names.
 */
const REWINDING_AGENTS: ReadonlyMap<string, RewindingAgent> = new Map([
  ["@agentclientprotocol/claude-agent-acp", { since: [0, 71, 0], dialect: "air_fork" }],
  ["@agentclientprotocol/codex-acp", { since: [1, 8, 0], dialect: "air_fork" }],
  ["qwen-code", { since: [0, 24, 4], dialect: "qwen_rewind" }],
]);

/** Returns the request that takes a conversation back at this agent, if it has one. */
export function findRewindDialect(
  state: Pick<AcpState, "agent" | "protocolVersion">,
): RewindDialect | undefined {
  const { name = "", version = "" } = state.agent.info ?? {};
  const known = REWINDING_AGENTS.get(name);
  if (known === undefined || !isAtLeast(version, known.since)) return undefined;
  // The conversation is loaded afterwards.
  if (!agentSupports(state, "loadSession")) return undefined;
  const { dialect } = known;
  return dialect === "air_fork" && !agentSupports(state, "forkSession") ? undefined : dialect;
}

/**
 * Returns the way in which `rewindSession` takes a conversation back at this agent. If it is `none`,
 * the action rejects with the reason `unsupported`. Use it to offer only what works.
 *
 * @example
 * ```ts
 * const canRewind = getRewindSupport(store.getState()) !== "none";
 * ```
 */
export function getRewindSupport(
  state: Pick<AcpState, "agent" | "protocolVersion">,
): RewindSupport {
  const dialect = findRewindDialect(state);
  if (dialect === undefined) return "none";
  return dialect === "air_fork" ? "fork" : "rewind";
}

/** Compares the numbers of a version. A version without numbers is older than any other. */
function isAtLeast(version: string, since: readonly number[]): boolean {
  const numbers = version.split(".").map((part) => Number.parseInt(part, 10));
  for (const [index, least] of since.entries()) {
    const number = numbers[index] ?? Number.NaN;
    if (number !== least) return number > least;
  }
  return true;
}
