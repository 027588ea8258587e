import { AcpStoreError, createErrorGuard } from "@acp-store/core";
import type { SettledAnswer } from "./wire.js";

/**
 * The reason an action of a mirror was refused.
 *
 * - `offline`: the mirror is not connected, so the action was not sent
 * - `uncertain`: the owner ended or was replaced while the action was running, so it may or may not
 *   have been carried out
 * - `forbidden`: the mirror has no right to do this
 * - `already_settled`: the request was answered before; `settled` has that answer
 * - `unknown`: the owner has no session or request with this id, or the mirror may not see it
 * - `invalid`: the arguments are not valid
 * - `unsupported`: the owner cannot do this, for example because it has no connection to an agent
 * - `busy`: the owner runs too many actions of this mirror
 * - `failed`: the owner or the agent tried and failed
 */
export type AcpMirrorErrorReason =
  | "already_settled"
  | "busy"
  | "failed"
  | "forbidden"
  | "invalid"
  | "offline"
  | "uncertain"
  | "unknown"
  | "unsupported";

/**
 * Thrown by the actions of a mirror that were refused.
 *
 * @example
 * ```ts
 * try {
 *   await mirror.actions.respondToPermission(permissionId, "allow");
 * } catch (error) {
 *   if (!isAcpMirrorError(error) || error.reason !== "already_settled") throw error;
 *   console.log("Another window answered:", error.settled?.optionId);
 * }
 * ```
 */
export class AcpMirrorError extends AcpStoreError<AcpMirrorErrorReason> {
  override readonly name = "AcpMirrorError";

  constructor(
    reason: AcpMirrorErrorReason,
    message: string,
    /** The name of the action. */
    readonly action: string,
    /** The answer that won. Only with the reason `already_settled`. */
    readonly settled?: SettledAnswer,
    /** The code of the agent's JSON-RPC error, such as -32000 if the user has to sign in. */
    readonly code?: number,
  ) {
    // Only invalid arguments are a mistake of the programmer. End users read the other messages.
    super(reason, reason === "invalid" ? `[acp-store] ${message}` : message);
  }
}

/** Returns whether a caught value is an {@link AcpMirrorError}. */
export const isAcpMirrorError: (value: unknown) => value is AcpMirrorError =
  /* @__PURE__ */ createErrorGuard<AcpMirrorError>("AcpMirrorError");

const REASONS: Readonly<Record<AcpMirrorErrorReason, true>> = {
  already_settled: true,
  busy: true,
  failed: true,
  forbidden: true,
  invalid: true,
  offline: true,
  uncertain: true,
  unknown: true,
  unsupported: true,
};

/**
 * Returns the first `max` characters of a text. The result does not keep the whole text in memory, as
 * a slice does in V8.
 */
export function copyStart(text: string, max: number): string {
  return text.length <= max ? text : Array.from(text.slice(0, max)).join("");
}

/** Returns the message of a caught value, without the name of the package. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^\[acp-store\] /, "") : String(error);
}

/** Returns the reason, or `failed` for one that only a newer release knows. */
export function knownReason(reason: string): AcpMirrorErrorReason {
  return Object.hasOwn(REASONS, reason) ? (reason as AcpMirrorErrorReason) : "failed";
}
