import type { Diagnostic } from "@acp-store/core";
import type { FindingCode } from "./rules.js";

/** `violation`: against what the protocol demands. `warning`: against what it says or advises. */
export type Severity = "violation" | "warning" | "note";

/** Something in a trace that is not as the protocol has it. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** The frame that shows it, counted from 1. */
  readonly frame: number;
  /** The other frames that it is about, in their order; its message names them. */
  readonly others: readonly number[];
  /** Whose doing it is. */
  readonly party: "agent" | "client";
  readonly message: string;
  /** What the store said about the message, where it is that. */
  readonly diagnostic?: Diagnostic;
  /** What the protocol says. */
  readonly rule: string;
  /** The page that says it. */
  readonly link: string;
}

/** What {@link checkTrace} finds. */
export interface TraceReport {
  readonly frames: number;
  /** `undefined` if the trace does not show how the connection began. */
  readonly protocolVersion: 1 | 2 | undefined;
  /** Name and version, where it gave them. */
  readonly agent: string | undefined;
  /** In the order of the frames. */
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<Severity, number>>;
}
