import { isObject } from "../json.js";
import type { AcpState } from "../state/state.js";

/** The outcomes of `steer`. */
export const STEER_OUTCOMES = ["injected", "started_turn", "prompted", "queued", "failed"] as const;

/** The result of `steer`. */
export interface SteerResult {
  /**
   * The outcome of the message:
   *
   * - `injected`: the agent works it into the running turn
   * - `started_turn`: the turn was over, so the agent started a new one. Its end is not answered: it is
   *   `unanswered`
   * - `prompted`: no turn was running, so it was sent as a prompt
   * - `queued`: the agent cannot take messages into a running turn, so it waits in the queue. `sendNow` stops
   *   the turn and sends it next
   * - `failed`: the agent did not take it
   */
  readonly outcome: (typeof STEER_OUTCOMES)[number];
  /** The id of the queued prompt, if it is `queued`. */
  readonly id?: string;
}

/** An extension with which an agent takes messages into a running turn. */
interface SteeringDialect {
  /** The request, whose parameters are those of a prompt. */
  readonly method: string;
  /** The path of the value in the `_meta` of the agent that announces it. */
  readonly announcedBy: readonly string[];
}

/**
 * The extensions that published agents have. The `session/inject` of the protocol is a draft, which none of them
 * announces.
 */
const DIALECTS: readonly SteeringDialect[] = [
  // Tried with claude-agent-acp 0.100.0 and codex-acp 2.6.0.
  { method: "_session/steering", announcedBy: ["steering", "supported"] },
];

/** Returns the request that sends a message into the running turn, if this agent has one. */
export function findSteeringMethod({ agent }: Pick<AcpState, "agent">): string | undefined {
  const isAnnounced = ({ announcedBy }: SteeringDialect): boolean => {
    let value: unknown = agent._meta;
    for (const name of announcedBy) value = isObject(value) ? value[name] : undefined;
    return value === true;
  };
  return DIALECTS.find(isAnnounced)?.method;
}

/**
 * Returns whether the agent takes messages into a running turn. If not, `steer` queues them. Use it to say
 * which it will be.
 *
 * @example
 * ```ts
 * const label = canSteer(store.getState()) ? "Send to the running turn" : "Queue";
 * ```
 */
export function canSteer(state: Pick<AcpState, "agent">): boolean {
  return findSteeringMethod(state) !== undefined;
}
