import type { AcpState, Frame } from "@acp-store/core";
import type { Message } from "./message.js";
import type { FindingCode } from "./rules.js";

/** Where a finding belongs: the frame that shows it, and the direction in which its author sends. */
export interface Spot {
  readonly frame: number;
  readonly dir: Frame["dir"];
  /** The other frames that the finding is about. */
  readonly others?: readonly number[];
}

/** Notes a finding; without a spot it is about the message that is being looked at. */
export type Find = (code: FindingCode, message: string, spot?: Spot) => void;

/** What a check gets to know of a message. */
export interface CheckContext {
  /** The states before and after it. */
  readonly before: AcpState;
  readonly after: AcpState;
  /** The trace shows the connection from its beginning. */
  readonly isWhole: boolean;
  readonly find: Find;
}

/** Looks at the messages of a trace, one after the other. */
export type Check = (message: Message, context: CheckContext) => void;

/** How a value is named in a message. */
export function quoted(value: unknown): string {
  return JSON.stringify(value);
}
