import { AcpMirrorError } from "../errors.js";

/** The names of everything that one shared store uses on a NATS server. */
export interface NatsNames {
  /** The stream with all lanes. Only the owner writes to it. */
  readonly stream: string;
  /** The subjects that the stream stores. */
  readonly stored: string;
  /** The key-value bucket with the lease. */
  readonly bucket: string;
  /** The subject of the patches and snapshots of a lane. */
  lane(lane: string): string;
  /** The subject whose last message is the stream sequence of the last snapshot of a lane. */
  snapshotOf(lane: string): string;
  /** The subject whose last message names the owner. */
  readonly ownerMark: string;
  /** The subject of the heartbeats of a lane. They are not stored. */
  heartbeat(lane: string): string;
  /** The subject of requests for a lane. */
  laneRequests(owner: string): string;
  /** The subject of messages from an observer to the owner. `*`: from all of them. */
  up(owner: string, observer: string): string;
  /** The subject of messages from the owner to one observer. */
  down(owner: string, observer: string): string;
}

/**
 * Returns the names for a shared store.
 *
 * @throws AcpMirrorError `invalid` if the name has other characters than letters, digits, `_` and `-`.
 */
export function natsNames(name: string, caller: string): NatsNames {
  if (!/^[\w-]+$/.test(name))
    throw new AcpMirrorError(
      "invalid",
      `The name of a store on NATS may have letters, digits, "_" and "-", but it is ${JSON.stringify(name)}.`,
      caller,
    );
  const prefix = `acp.${name}`;
  return {
    stream: `acp_${name}`,
    stored: `${prefix}.stored.>`,
    bucket: `acp_${name}`,
    lane: (lane) => `${prefix}.stored.lane.${subjectToken(lane)}`,
    snapshotOf: (lane) => `${prefix}.stored.snapshot.${subjectToken(lane)}`,
    ownerMark: `${prefix}.stored.owner`,
    heartbeat: (lane) => `${prefix}.at.${subjectToken(lane)}`,
    laneRequests: (owner) => `${prefix}.${owner}.wanted`,
    up: (owner, observer) => `${prefix}.${owner}.up.${observer}`,
    down: (owner, observer) => `${prefix}.${owner}.down.${observer}`,
  };
}

/** Session ids may contain spaces, dots and wildcards, which have a meaning in subjects. */
function subjectToken(lane: string): string {
  let token = "";
  for (const byte of new TextEncoder().encode(lane))
    token += /[A-Za-z0-9-]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `_${byte.toString(16).padStart(2, "0")}`;
  return token;
}
