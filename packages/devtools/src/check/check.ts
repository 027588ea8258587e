import type { AcpState, Frame } from "@acp-store/core";
import type { Message, PendingRequest } from "../jsonRpc.js";
import type { FindingCode } from "./rules.js";

/**
 * A set of related rules that are checked together, because they follow the same state. A check is
 * created for one trace and sees its messages in order. The list of checks is in `checkTrace.ts`;
 * the text of each rule is in `rules.ts`.
 */
export interface Check {
  /** Examines one message. */
  readonly onMessage: (message: Message, context: MessageContext) => void;
  /** Reports problems that are certain only once the trace is complete. */
  readonly onEnd?: (context: EndContext) => void;
}

/** The information that a check gets with a message. */
export interface MessageContext {
  /** The state before the message. */
  readonly before: AcpState;
  /** The state after the message. */
  readonly after: AcpState;
  /** Whether the trace starts with `initialize`, so that all earlier messages are known. */
  readonly isComplete: boolean;
  /** Reports a finding. Without a location, it is about the current message. */
  readonly report: (
    code: FindingCode,
    message: string,
    location?: Partial<FindingLocation>,
  ) => void;
}

/** The information that a check gets at the end of the trace. */
export interface EndContext {
  /** The state after the last message. */
  readonly state: AcpState;
  /** The requests without a response, oldest first. */
  readonly pendingRequests: readonly PendingRequest[];
  /** Reports a finding. */
  readonly report: (code: FindingCode, message: string, location: FindingLocation) => void;
}

/** The place in a trace that a finding is about. */
export interface FindingLocation {
  /** The number of the frame, counted from 1. */
  readonly frame: number;
  /** The direction in which the responsible side sends: `recv` for the agent. */
  readonly dir: Frame["dir"];
  /** The numbers of other frames that the finding mentions, in ascending order. */
  readonly relatedFrames?: readonly number[];
}

/** Formats a value from the trace for the message of a finding. */
export function quote(value: unknown): string {
  return JSON.stringify(value);
}
