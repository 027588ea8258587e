import type { NatsConnection } from "@nats-io/nats-core";
import { connect } from "@nats-io/transport-node";

/** Connects to a server on this computer, as a user whose password is the name if there is one. */
export function connectToNats(port: number, user?: string): Promise<NatsConnection> {
  return connect({
    port,
    ...(user !== undefined && { user, pass: user }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 20,
    reconnectJitter: 0,
    waitOnFirstConnect: true,
  });
}
