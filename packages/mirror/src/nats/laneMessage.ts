import { headers, type MsgHdrs } from "@nats-io/nats-core";

/** A message of a lane as it is stored in the stream. */
export interface LaneMessage {
  /** The owner that wrote it. */
  readonly owner: string;
  readonly kind: "snapshot" | "patches";
  /** The `seq` in the lane. */
  readonly seq: number;
  /** The message for the mirror. */
  readonly text: string;
}

/** One message on NATS: a lane message, or a part of one that is longer than the server allows. */
export interface LanePart {
  readonly payload: Uint8Array;
  readonly fields: MsgHdrs;
}

const HEADER = { owner: "Acp-Owner", kind: "Acp-Kind", seq: "Acp-Seq", part: "Acp-Part" } as const;
/** Space for the headers and the protocol line, which count toward the limit of the server. */
const HEADER_BYTES = 1024;

/** Splits a lane message by the payload limit of the server. */
export function lanePartsOf(message: LaneMessage, maxPayload: number): LanePart[] {
  const bytes = new TextEncoder().encode(message.text);
  const size = Math.max(1, maxPayload - HEADER_BYTES);
  const count = Math.max(1, Math.ceil(bytes.length / size));
  return Array.from({ length: count }, (_, index) => {
    const fields = headers();
    fields.set(HEADER.owner, message.owner);
    fields.set(HEADER.kind, message.kind);
    fields.set(HEADER.seq, String(message.seq));
    fields.set(HEADER.part, `${index}/${count}`);
    return { payload: bytes.subarray(index * size, (index + 1) * size), fields };
  });
}

/**
 * Returns a function that joins the parts of a lane, which arrive in their order. A message that
 * misses a part is dropped: the mirror finds the gap.
 */
export function createLaneJoiner(): (
  payload: Uint8Array,
  fields: MsgHdrs | undefined,
) => LaneMessage | undefined {
  let parts: Uint8Array[] = [];
  let begun = "";
  return (payload, fields) => {
    const owner = fields?.get(HEADER.owner);
    const kind = fields?.get(HEADER.kind);
    const seq = fields?.get(HEADER.seq);
    const [index, count] = (fields?.get(HEADER.part) ?? "").split("/").map(Number);
    if (!owner || (kind !== "snapshot" && kind !== "patches") || !seq || !count) return undefined;
    const key = `${owner} ${kind} ${seq} ${count}`;
    if (index === 0) {
      parts = [];
      begun = key;
    }
    if (begun !== key || parts.length !== index) {
      parts = [];
      begun = "";
      return undefined;
    }
    parts.push(payload);
    if (parts.length < count) return undefined;
    const text = joinText(parts);
    parts = [];
    begun = "";
    return { owner, kind, seq: Number(seq), text };
  };
}

function joinText(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}
