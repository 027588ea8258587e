import { type Auth, useAuth, useConnection } from "@acp-store/react";
import { isReconnecting, isSignInMissing } from "./connectionStatus.js";
import { useCountdown } from "./useCountdown.js";
import { useIsMirrorWaiting } from "./useIsMirrorWaiting.js";

/** The state of a connection that the user should know about. */
export type ConnectionBannerState =
  /** This window has a mirror, and its owner has not answered for 5 s. */
  | { readonly type: "waiting" }
  | { readonly type: "connecting" }
  | ReconnectingState
  | ClosedState
  | SignInState;

/** An established connection was lost, and is being restored. */
export interface ReconnectingState {
  readonly type: "reconnecting";
  /** The reason of the loss. */
  readonly reason: string | undefined;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
  /** The seconds until the attempt, at least 1. `undefined` while it is made. */
  readonly secondsLeft: number | undefined;
}

/** The connection is closed. */
export interface ClosedState {
  readonly type: "closed";
  /** The reason that the store knows. */
  readonly reason: string | undefined;
}

/** The agent requires a sign-in. */
export interface SignInState {
  readonly type: "sign_in";
  /** The sign-in methods, and the progress of a sign-in. */
  readonly auth: Auth;
}

/**
 * Returns the logic of `ConnectionBanner`, for your own markup. `undefined` while the agent can be
 * used.
 *
 * @example
 * ```tsx
 * function Status() {
 *   const state = useConnectionBanner();
 *   if (state?.type !== "reconnecting") return <p>{state?.type ?? "connected"}</p>;
 *   return <p>Trying again in {state.secondsLeft ?? 0} s</p>;
 * }
 * ```
 */
export function useConnectionBanner(): ConnectionBannerState | undefined {
  const connection = useConnection();
  const auth = useAuth();
  const isWaiting = useIsMirrorWaiting();
  const isRestored = isReconnecting(connection);
  const isTrying = connection?.status === "connecting";
  const secondsLeft = useCountdown(isRestored && !isTrying ? connection?.retryAt : undefined);
  if (isWaiting) return { type: "waiting" };
  if (connection === undefined) return undefined;
  const { status, attempt = 1 } = connection;
  const reason = connection.reason || undefined;
  if (status === "closed") return { type: "closed", reason };
  if (isRestored)
    return {
      type: "reconnecting",
      reason,
      attempt,
      secondsLeft: isTrying ? undefined : Math.max(1, secondsLeft),
    };
  if (isTrying) return { type: "connecting" };
  return isSignInMissing(auth) ? { type: "sign_in", auth } : undefined;
}
