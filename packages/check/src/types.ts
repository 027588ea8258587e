import type { Diagnostic } from "@acp-store/core";
import type { FindingCode } from "./rules.js";
import type { Severity } from "./rule.js";

/** A place in a trace where the connection departs from the protocol. */
export interface Finding {
  /** The code of the rule; see {@link RULES}. */
  readonly code: FindingCode;
  /** The severity of this finding. It may be lower than that of the rule if the version is unknown. */
  readonly severity: Severity;
  /** The number of the frame that shows the problem, counted from 1. Lines of stderr count too. */
  readonly frame: number;
  /** The numbers of other frames that the message mentions, in ascending order. */
  readonly relatedFrames: readonly number[];
  /** The side that caused the problem. */
  readonly responsible: "agent" | "client";
  /** A description of the problem, as one or more sentences. */
  readonly message: string;
  /**
   * The method of the message; for a response, the method of its request. Absent if the frame is not
   * a JSON-RPC message, or if a response has no request.
   */
  readonly method?: string;
  /** The kind of update, such as `tool_call_update`, if the message is a `session/update`. */
  readonly update?: string;
  /** The place in the JSON-RPC message, such as `params.update.kind`. Absent if the whole message is meant. */
  readonly path?: string;
  /**
   * The value that the protocol expects at `path`, in the notation of TypeScript types, such as
   * `"pending" | "in_progress"` or `string`.
   */
  readonly expected?: string;
  /** The value at `path`. Absent if the message has no value there. */
  readonly actual?: unknown;
  /** The diagnostic that the store reported, if the finding comes from one. */
  readonly diagnostic?: Diagnostic;
  /** The text of the rule. */
  readonly rule: string;
  /** The page of the specification that states the rule. */
  readonly link: string;
}

/** The result of {@link checkTrace}. */
export interface TraceReport {
  /** The number of frames in the trace, including lines of stderr. */
  readonly frames: number;
  /** The protocol version; `undefined` if the trace does not start with `initialize`. */
  readonly protocolVersion: 1 | 2 | undefined;
  /** The agent's name and version, if the agent sent them. */
  readonly agent: string | undefined;
  /** The findings, sorted by frame. */
  readonly findings: readonly Finding[];
  /** The number of findings of each severity. */
  readonly counts: Readonly<Record<Severity, number>>;
}
