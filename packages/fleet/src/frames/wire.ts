import type { AcpStore, Frame } from "@acp-store/core";
import { isCount, parseObject } from "../parseMessage.js";

// The messages of the channel with the frames of an agent. The page reads the log from a position, and the
// owner answers each read with some lines, as soon as there are any. So only one answer is under way at any time, and
// the messages of the mirrors on the same link never wait for more than that.

const FRAMES_PREFIX = "frames/";

/**
 * Returns the name of a channel with the frames of an agent. Opening a channel ends another one with the same
 * name, so each has its own number.
 */
export function channelOfFrames(agentId: string, number: number): string {
  return `${FRAMES_PREFIX}${agentId}/${number}`;
}

/** Returns the agent whose frames a channel transfers. */
export function agentOfFramesChannel(name: string): string | undefined {
  return name.startsWith(FRAMES_PREFIX) ? name.split("/")[1] : undefined;
}

/** A line of the log, as JSON: a frame, the start or the end of a connection, or a number of dropped lines. */
export type FrameRow =
  | (Frame & { readonly t: number })
  | { readonly t: number; readonly connecting: NonNullable<Parameters<AcpStore["connect"]>[0]> }
  | {
      readonly t: number;
      readonly disconnected: NonNullable<Parameters<AcpStore["disconnect"]>[1]> & {
        readonly reason?: string;
      };
    }
  | { readonly skipped: number };

/** A request of the page: lines from a position on, without the first `skip` characters of the first one. */
export interface ReadMessage {
  readonly type: "read";
  /** The log that the position is of. Absent at first. */
  readonly log?: string;
  readonly from: number;
  readonly skip: number;
}

/** The reason that an owner does not send the frames: the page may not see them, or they are not recorded. */
export type FramesRefusal = "forbidden" | "not_recorded";

/** A message of the owner. */
export type FramesMessage =
  | {
      readonly type: "lines";
      /** Identifies the log. Another one has other positions. */
      readonly log: string;
      readonly from: number;
      readonly skip: number;
      /** The position after these lines. Absent if the rest of the line follows. */
      readonly next?: number;
      /** The time of the owner, in ms since the epoch. */
      readonly now: number;
    }
  | { readonly type: "refused"; readonly reason: FramesRefusal };

/** The length of an encoded message without its text. */
export const MESSAGE_OVERHEAD = 250;

/** Encodes a message. The text follows in a separate line, so that it is not escaped again. */
export function encodeFrames(message: FramesMessage | ReadMessage, text = ""): string {
  return `${JSON.stringify(message)}\n${text}`;
}

/** Returns a request of a page, or `undefined` if the text is not one. */
export function parseRead(encoded: string): ReadMessage | undefined {
  const { log, from, skip } = parseHeader(encoded)[0];
  if (!isCount(from) || !isCount(skip)) return undefined;
  return { type: "read", ...(typeof log === "string" && { log }), from, skip };
}

/** Returns a message of the owner with its text, or `undefined` if it is not one. */
export function parseFrames(
  encoded: string,
): { readonly message: FramesMessage; readonly text: string } | undefined {
  const [{ type, log, from, skip, next, now, reason }, text] = parseHeader(encoded);
  if (type === "refused")
    return {
      message: { type, reason: reason === "forbidden" ? "forbidden" : "not_recorded" },
      text: "",
    };
  if (type !== "lines" || typeof log !== "string" || typeof now !== "number") return undefined;
  if (!isCount(from) || !isCount(skip)) return undefined;
  return { message: { type, log, from, skip, now, ...(isCount(next) && { next }) }, text };
}

/** Parses the lines of a log. Other lines are left out. */
export function parseRows(lines: string): FrameRow[] {
  return lines.split("\n").flatMap((line) => {
    const row = parseObject(line);
    const isRow = isCount(row["skipped"]) || typeof row["t"] === "number";
    return isRow ? [row as FrameRow] : [];
  });
}

function parseHeader(encoded: string): [Readonly<Record<string, unknown>>, string] {
  const end = encoded.indexOf("\n");
  return [parseObject(encoded.slice(0, end)), encoded.slice(end + 1)];
}
