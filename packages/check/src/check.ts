import type { AcpState, Diagnostic, DiagnosticCode } from "@acp-store/core";
import type { Message, MessageDirection, PendingRequest } from "./jsonRpc.js";
import type { Connection } from "./connection.js";

/**
 * A set of related rules that are checked together, because they follow the same state. A check is
 * created for one trace and sees its messages in order. Its file starts with the text of its rules. The
 * list of checks is in `checkTrace.ts`, and the table of all rules in `rules.ts`.
 */
export interface Check<Code extends string> {
  /** Examines one message. */
  readonly onMessage: (message: Message, context: MessageContext<Code>) => void;
  /** Reports problems that are certain only once the trace is complete. */
  readonly onEnd?: (context: EndContext<Code>) => void;
}

/** The information that a check gets with a message. */
export interface MessageContext<Code extends string> {
  /** The state before the message. */
  readonly before: AcpState;
  /** The state after the message. */
  readonly after: AcpState;
  /** Whether the trace starts with `initialize`, so that all earlier messages are known. */
  readonly isComplete: boolean;
  /** The results of `initialize`. */
  readonly connection: Connection;
  /** Reports a finding. Without a location, it is about the current message. */
  readonly report: (code: Code | DiagnosticCode, message: string, details?: FindingDetails) => void;
}

/** The information that a check gets at the end of the trace. */
export interface EndContext<Code extends string> {
  /** The state after the last message. */
  readonly state: AcpState;
  /** The requests without a response, oldest first. */
  readonly pendingRequests: readonly PendingRequest[];
  /** Reports a finding. */
  readonly report: (
    code: Code | DiagnosticCode,
    message: string,
    details: FindingDetails & FindingLocation,
  ) => void;
}

/** The place in a trace that a finding is about. */
export interface FindingLocation {
  /** The number of the frame, counted from 1. */
  readonly frame: number;
  /** The direction in which the responsible side sends: `recv` for the agent. */
  readonly dir: MessageDirection;
}

/** The optional parts of a finding. See `Finding` for their meaning. */
export interface FindingDetails extends Partial<FindingLocation> {
  readonly relatedFrames?: readonly number[];
  readonly path?: string;
  readonly expected?: string;
  readonly actual?: unknown;
  readonly diagnostic?: Diagnostic;
}

/** Formats a value from the trace for the message of a finding. */
export function quote(value: unknown): string {
  return JSON.stringify(value);
}

/** Formats alternatives as a union type, for the expected value of a finding. */
export function formatUnion(values: Iterable<unknown>): string {
  return [...values].map(quote).join(" | ");
}

/** Returns the objects of a list from the trace, with their indices. */
export function listObjects(list: unknown): [number, Readonly<Record<string, unknown>>][] {
  if (!Array.isArray(list)) return [];
  const items: unknown[] = list;
  return items.flatMap((item, index) =>
    typeof item === "object" && item !== null && !Array.isArray(item) ? [[index, { ...item }]] : [],
  );
}
