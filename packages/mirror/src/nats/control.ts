import { headers, type MsgHdrs, type NatsConnection } from "@nats-io/nats-core";

/** The header of a message that closes a link, with the reason. */
export const CLOSE_HEADER = "Acp-Close";

/** Returns the headers of a message that closes a link. */
export function closeHeaders(reason: string): MsgHdrs {
  const fields = headers();
  fields.set(CLOSE_HEADER, reason);
  return fields;
}

/** The default payload limit of a server, in bytes. */
const DEFAULT_MAX_PAYLOAD = 1_048_576;

/** Returns the greatest payload that the server accepts, in bytes. */
export function maxPayloadOf(connection: NatsConnection): number {
  return connection.info?.max_payload ?? DEFAULT_MAX_PAYLOAD;
}

/** Returns the length of a text that fits into one message however it is encoded. */
export function maxCharsOf(connection: NatsConnection): number {
  return Math.floor((maxPayloadOf(connection) - 1024) / 3);
}
