import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/**
 * The reason a function of this package threw.
 *
 * - `invalid_agent_id`: the id of an agent has other characters than it may have
 * - `duplicate_agent`: there is an agent with this id already
 * - `unknown_agent`: there is no agent with this id, or it was removed
 * - `invalid_key`: a text is not the key of a session
 * - `closed`: the fleet, the agent or the connection to the fleet was closed
 * - `forbidden`: a page may not manage agents
 * - `failed`: the server could not do what a page asked for
 * - `offline`: a page has no connection to the server, which got nothing
 * - `uncertain`: the connection broke before the server answered
 * - `no_fleet`: a hook has no `<FleetProvider>` around it
 */
export type AcpFleetErrorReason =
  | "invalid_agent_id"
  | "duplicate_agent"
  | "unknown_agent"
  | "invalid_key"
  | "closed"
  | "forbidden"
  | "failed"
  | "offline"
  | "uncertain"
  | "no_fleet";

/**
 * Thrown for mistakes of the application, such as an agent that does not exist.
 *
 * @example
 * ```ts
 * try {
 *   parseSessionKey(location.hash.slice(1));
 * } catch (error) {
 *   if (!isAcpFleetError(error)) throw error;
 * }
 * ```
 */
export class AcpFleetError extends AcpStoreError<AcpFleetErrorReason> {
  override readonly name = "AcpFleetError";

  constructor(reason: AcpFleetErrorReason, message: string) {
    super(reason, `[acp-store] ${message}`);
  }
}

/** Returns whether a caught value is an {@link AcpFleetError}. */
export const isAcpFleetError: (value: unknown) => value is AcpFleetError =
  /* @__PURE__ */ createErrorGuard<AcpFleetError>("AcpFleetError");
