import type { Frame } from "@acp-store/core";
import type { JsonObject } from "../json.js";

/** The direction of a message, as the client sees it. */
export type MessageDirection = "recv" | "sent";

/** A JSON object in a log, with the text around it. */
export interface LogEntry {
  readonly value: JsonObject;
  /** The text of the object. */
  readonly json: string;
  /** The text in front of the object in its line. */
  readonly prefix: string;
  /** The text of the lines above that have no JSON, such as a line with the time. */
  readonly above: string;
}

/** A message as a log shows it. `resolveFrames` makes frames of the messages of a log. */
export interface LoggedMessage {
  readonly msg: unknown;
  /** The direction, if a client has written the log. */
  readonly dir?: MessageDirection | undefined;
  /** The time in milliseconds, counted from any start. */
  readonly t?: number | undefined;
}

/** The end of a connection: the last line of a trace. */
export interface TraceEnd {
  /** The reason, such as the exit code of the agent. */
  readonly reason: string;
  /** The time in ms since the first frame. */
  readonly t?: number;
}

/** The content of an entry. It has no part if the entry is not a message of the client's connection. */
export interface LineReading {
  readonly frame?: Frame;
  readonly message?: LoggedMessage;
  readonly end?: TraceEnd;
  /** A sentence about an invalid part of the entry, and whether the entry was skipped. */
  readonly problem?: string;
}

/** Returns the content of an entry, or `undefined` if the entry has another format. */
export type EntryReader = (entry: LogEntry) => LineReading | undefined;

/** A format of traces or logs. */
export interface TraceFormat {
  readonly name: string;
  /** An example of a line. */
  readonly form: string;
  /** Creates a reader, which gets the entries of one file in order. */
  readonly createReader: () => EntryReader;
}
