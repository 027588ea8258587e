import { type Connection, isSessionUnopened, type Session } from "@acp-store/core";
import { useConnection, useSession } from "@acp-store/react";
import { useEffect, useRef, useState } from "react";
import { isReconnecting } from "../connection/connectionStatus.js";
import { useAcpUi } from "../context/acpUi.js";

/** A request that waits for the connection. */
interface WaitingRequest {
  /** Sends the request as soon as the connection is ready. `undefined` if the session cannot get any. */
  readonly send: (() => void) | undefined;
  /** Whether the request is sent as soon as the connection is restored. */
  readonly isWaiting: boolean;
  /** The reason why the request was not sent. */
  readonly error: string | undefined;
}

/**
 * Returns a function that calls `request` once, after the connection has been restored if it is lost.
 * `request` resolves to the reason why it failed.
 */
export function useSendWhenReady(
  request: (() => Promise<string | undefined>) | undefined,
): WaitingRequest {
  const { composer, isRecording } = useAcpUi();
  const connection = useConnection();
  const isLost = useSession(cannotContinue);
  const [isWaiting, setIsWaiting] = useState(false);
  const [error, setError] = useState<string>();
  const canSend = request !== undefined && takesRequests(connection);
  const canWait = !isRecording && !isLost && (canSend || isReconnecting(connection));

  const isSending = useRef(false);
  useEffect(() => {
    if (!isWaiting || !canSend || isSending.current) return;
    isSending.current = true;
    // The button disappears with the new turn.
    composer?.current?.focus();
    void request().then((rejection) => {
      isSending.current = false;
      setIsWaiting(false);
      setError(rejection);
    });
  }, [isWaiting, canSend, request, composer]);
  return {
    send: canWait ? () => setIsWaiting(true) : undefined,
    isWaiting: isWaiting && canWait && !canSend,
    error,
  };
}

/** Returns whether the agent does not have the session, and cannot open it. */
function cannotContinue(session: Session | undefined): boolean {
  if (session === undefined) return false;
  return session.closed === true || (session.detached !== undefined && !isSessionUnopened(session));
}

/** Returns whether a request reaches the agent, which it may start. */
function takesRequests(connection: Connection | undefined): boolean {
  return connection === undefined || connection.status === "ready" || connection.parked === true;
}
