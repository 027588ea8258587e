import { isPackedPatches, type PackedPatch } from "./packedPatches.js";

// Each message is one JSON object with a `type`. A message or a field of an unknown name is skipped,
// so that a host and its mirrors may have different releases with the same major version.

/** The major version of the messages. A host and a mirror with different ones refuse each other. */
export const WIRE_VERSION = 1;

/** The name of the lane with the root of the state. The lane of a session has the session id. */
export type LaneId = typeof ROOT_LANE | `session:${string}`;

export const ROOT_LANE = "root";

/** Returns the name of the lane of a session. */
export function laneOf(sessionId: string): LaneId {
  return `session:${sessionId}`;
}

/** Returns the session of a lane, or `undefined` for the lane of the root. */
export function sessionOfLane(lane: string): string | undefined {
  return lane.startsWith("session:") ? lane.slice("session:".length) : undefined;
}

/** Returns an object with the session of a lane. It is empty for the lane of the root. */
export function sessionFieldOf(lane: string): { readonly sessionId?: string } {
  const sessionId = sessionOfLane(lane);
  return sessionId === undefined ? {} : { sessionId };
}

/** Returns the path at which the patches of a lane start. */
export function pathOfLane(lane: string): readonly string[] {
  const sessionId = sessionOfLane(lane);
  return sessionId === undefined ? [] : ["sessions", sessionId];
}

/** A message from a mirror to its host. */
export type UpMessage =
  | { readonly type: "hello"; readonly v: number; readonly epoch?: string }
  /** Each lane with the last `seq` that the mirror has applied. `null`: send a snapshot. */
  | { readonly type: "subscribe"; readonly lanes: readonly (readonly [string, number | null])[] }
  | { readonly type: "unsubscribe"; readonly lanes: readonly string[] }
  /** The number of characters that the mirror has received on this link. */
  | { readonly type: "ack"; readonly chars: number }
  | {
      readonly type: "action";
      readonly epoch: string;
      readonly id: string;
      readonly name: string;
      readonly args: readonly unknown[];
    };

/** A message from a host to a mirror. A `part` of a long message can come from either end. */
export type DownMessage =
  | {
      readonly type: "welcome";
      readonly v: number;
      readonly epoch: string;
      /** The clock of the owner, in ms since the epoch. */
      readonly now: number;
      readonly rights: MirrorRightsInfo;
      /** The number of characters that the host sends without an `ack`. */
      readonly window: number;
    }
  | {
      readonly type: "snapshot";
      readonly lane: LaneId;
      readonly seq: number;
      readonly epoch: string;
      readonly state: readonly PackedPatch[];
    }
  | {
      readonly type: "patches";
      readonly lane: LaneId;
      readonly seq: number;
      readonly patches: readonly PackedPatch[];
    }
  /** A heartbeat: the last `seq` sent, and the number of characters sent on this link before. */
  | { readonly type: "at"; readonly lane: LaneId; readonly seq: number; readonly chars: number }
  /** The host cannot send a lane until the mirror subscribes again. Repeated like a heartbeat. */
  | { readonly type: "failed"; readonly lane: LaneId; readonly reason: string }
  | ({ readonly type: "result"; readonly id: string } & ActionOutcome)
  | { readonly type: "bye"; readonly reason: string };

/** The rights of a mirror, for display. The host checks each action again. */
export interface MirrorRightsInfo {
  /** The name under which the host knows the mirror. */
  readonly name?: string;
}

/** The outcome of an action. */
export type ActionOutcome = { readonly value: unknown } | { readonly error: ActionRefusal };

/** The reason an action was refused, and the answer that won if there is one. */
export interface ActionRefusal {
  readonly reason: string;
  readonly message: string;
  /** The code of the agent's JSON-RPC error, if the agent has refused. */
  readonly code?: number;
  readonly settled?: SettledAnswer;
}

/** The outcome of a request that was settled before. */
export interface SettledAnswer {
  /** `selected`, `accepted`, `declined` or `cancelled`. */
  readonly status: string;
  /** The selected option of a permission request. */
  readonly optionId?: string;
  /** The reason it was settled, such as `user` or `policy`. */
  readonly reason?: string;
}

/** Returns the text of a message. */
export function encode(message: UpMessage | DownMessage): string {
  return JSON.stringify(message);
}

/** Returns a JSON object, or `undefined` for any other text. Never throws. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a value is an object, and neither an array nor `null`. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads a message of a host. Returns `undefined` for a text that is not a message, and for messages
 * that only a newer release knows. The host is trusted with the state, so patches are not validated:
 * the replica refuses those that do not fit.
 */
export function parseHostMessage(text: string): DownMessage | undefined {
  const message = parseObject(text);
  return message !== undefined && isDownMessage(message) ? message : undefined;
}

function isDownMessage(
  message: Readonly<Record<string, unknown>>,
): message is DownMessage & Readonly<Record<string, unknown>> {
  const { type, lane, seq } = message;
  const isPlaced = typeof lane === "string" && Number.isSafeInteger(seq);
  return (
    (type === "patches" && isPlaced && isPackedPatches(message["patches"])) ||
    (type === "at" && isPlaced && Number.isSafeInteger(message["chars"])) ||
    (type === "failed" && typeof lane === "string" && typeof message["reason"] === "string") ||
    (type === "snapshot" &&
      isPlaced &&
      typeof message["epoch"] === "string" &&
      isPackedPatches(message["state"])) ||
    (type === "welcome" &&
      typeof message["v"] === "number" &&
      typeof message["epoch"] === "string" &&
      typeof message["now"] === "number" &&
      typeof message["window"] === "number" &&
      isRecord(message["rights"])) ||
    (type === "result" &&
      typeof message["id"] === "string" &&
      ("value" in message || isRefusal(message["error"]))) ||
    (type === "bye" && typeof message["reason"] === "string")
  );
}

function isRefusal(value: unknown): boolean {
  return (
    isRecord(value) && typeof value["reason"] === "string" && typeof value["message"] === "string"
  );
}
