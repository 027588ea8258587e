/**
 * What was wrong with something the agent sent.
 *
 * - `invalid_message`: a required part is missing or wrong; the message was rejected.
 * - `invalid_field`: an optional field is malformed; it counts as absent.
 * - `invalid_item`: an item of a list is malformed; it was skipped.
 * - `more_lost`: so many parts were malformed that not all are named; `value` is how many more.
 * - `unknown_update`: an update of a kind this version does not know; it was kept.
 * - `reserved_field`: a field has a name the store uses itself; it was left out.
 * - `duplicate_tool_call`: a tool call was announced again; taken as an update.
 * - `late_update`: another status after a final one; applied.
 * - `status_regression`: the status went backwards; applied.
 * - `version_mismatch`: an update that belongs to the other protocol version; applied.
 * - `session_closed`: an update, a request or a prompt for a session that the user closed; rejected.
 */
export type DiagnosticCode =
  | "invalid_message"
  | "invalid_field"
  | "invalid_item"
  | "more_lost"
  | "unknown_update"
  | "reserved_field"
  | "duplicate_tool_call"
  | "late_update"
  | "status_regression"
  | "version_mismatch"
  | "session_closed";

/** One finding: which code, where in the message, what was expected, and the value itself. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** From the root of what was handed in: field names and array positions. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly value: unknown;
}

/** Whether a message changed or may have changed the state, and what was wrong with it. */
export interface IngestResult {
  readonly accepted: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** It was taken in, and nothing about it was odd. */
export const ACCEPTED: IngestResult = { accepted: true, diagnostics: [] };

/** More would only make a flood of a flood. */
export function bounded(all: readonly Diagnostic[], most: number): readonly Diagnostic[] {
  if (all.length <= most) return all;
  const named = all.slice(0, Math.max(0, most - 1));
  const left = all.length - named.length;
  const message = `${left} more parts of the message were malformed and are left out as well.`;
  return [...named, { code: "more_lost", path: [], message, value: left }];
}
