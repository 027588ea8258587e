/**
 * The kind of problem that a {@link Diagnostic} reports.
 *
 * - `invalid_message`: a required field is missing or malformed. The message is rejected.
 * - `invalid_envelope`: a value is not a JSON-RPC message, such as a line of a log. It is rejected, and
 *   `tapStream` does not pass it on, so that nothing answers it.
 * - `answer_without_request`: a response answers no open request, because its id is another one. It is
 *   rejected in the same way.
 * - `duplicate_id`: the agent answers a request for a new session with the id of an open one. The
 *   response is rejected, and the open session stays unchanged.
 * - `invalid_field`: an optional field is malformed. It counts as absent.
 * - `invalid_item`: an item of a list is malformed. It is skipped.
 * - `more_lost`: more fields or items are malformed than are listed. `value` is their number.
 * - `too_deep`: a value is nested more than 256 levels deep, counted from the params of the message,
 *   or contains itself. It is replaced with `null`. `value` is its level.
 * - `unknown_update`: an update of a kind that this protocol version does not define. It is kept.
 * - `reserved_field`: a field has a name that the store uses itself. It is left out.
 * - `duplicate_tool_call`: a tool call is announced a second time. It counts as an update.
 * - `late_update`: a status follows a final one. It is applied.
 * - `status_regression`: a status moves backwards. It is applied.
 * - `version_mismatch`: an update belongs to the other protocol version. It is applied.
 * - `session_closed`: an update, a request or a prompt is for a session that the user closed. It is
 *   rejected.
 * - `too_many_sessions`: an update or a request is for a session that nobody has opened, and
 *   `limits.namedSessions` such sessions exist already. It is rejected.
 * - `duplicate_option`: two options of a permission request have the same id, so an answer with it is
 *   ambiguous. The user is asked, regardless of the policy.
 * - `option_not_offered`: an answer that was sent names an option that its permission request does
 *   not offer. It is applied, because the agent has received it.
 * - `not_announced`: the agent asks for an elicitation that the client did not announce when it
 *   connected. It is rejected.
 * - `cancel_timed_out`: the agent did not confirm a cancel in time. The cancelled turns end
 *   without it.
 * - `histories_differ`: a replay repeats no prompt of the transcript that it is merged into. It is
 *   added after the transcript.
 */
export type DiagnosticCode =
  | "invalid_message"
  | "invalid_envelope"
  | "answer_without_request"
  | "duplicate_id"
  | "invalid_field"
  | "invalid_item"
  | "more_lost"
  | "too_deep"
  | "unknown_update"
  | "reserved_field"
  | "duplicate_tool_call"
  | "late_update"
  | "status_regression"
  | "version_mismatch"
  | "session_closed"
  | "too_many_sessions"
  | "duplicate_option"
  | "option_not_offered"
  | "not_announced"
  | "cancel_timed_out"
  | "histories_differ";

/** A problem with one message. Diagnostics are data: nothing is thrown or logged. */
export interface Diagnostic {
  /** The kind of problem, to branch on. */
  readonly code: DiagnosticCode;
  /**
   * The position of the value: field names and array indexes, starting at the argument of `ingest`
   * or `observe`.
   */
  readonly path: readonly (string | number)[];
  /** The expected value and the consequence, in one or two English sentences. */
  readonly message: string;
  /** The value at `path`, as received. */
  readonly value: unknown;
}

/** The result of `ingest` and `observe`. */
export interface IngestResult {
  /** Whether the message was processed. `false` if it was rejected and the state is unchanged. */
  readonly accepted: boolean;
  /** The problems found, at most `limits.diagnostics` per message. Empty for a clean message. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The message was accepted without diagnostics. */
export const ACCEPTED: IngestResult = { accepted: true, diagnostics: [] };

/**
 * Returns at most `limit` diagnostics. If there are more, the last one is `more_lost` and carries
 * the number of those left out.
 */
export function limitDiagnostics(
  diagnostics: readonly Diagnostic[],
  limit: number,
): readonly Diagnostic[] {
  if (diagnostics.length <= limit) return diagnostics;
  const listed = diagnostics.slice(0, Math.max(0, limit - 1));
  const rest = diagnostics.length - listed.length;
  const message = `${rest} more parts of the message were malformed and were ignored.`;
  return [...listed, { code: "more_lost", path: [], message, value: rest }];
}

/** Returns the combined result of two events of one message. */
export function mergeResults(first: IngestResult, second: IngestResult): IngestResult {
  return {
    accepted: first.accepted && second.accepted,
    diagnostics: [...first.diagnostics, ...second.diagnostics],
  };
}
