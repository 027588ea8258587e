import type { DiagnosticCode } from "@acp-store/core";
import type { Severity } from "./types.js";

/** What can be found: the diagnostics of the store, and what only a whole trace shows. */
export type FindingCode =
  | DiagnosticCode
  | "no_initialize"
  | "unanswered_request"
  | "answer_without_request"
  | "request_id_reused"
  | "unknown_session"
  | "early_session"
  | "unfinished_tool_call"
  | "open_tool_call"
  | "cancel_not_confirmed"
  | "cancelled_unasked"
  | "update_after_cancelled_turn"
  | "permission_not_cancelled"
  | "option_not_offered";

/** A rule of the protocol: how serious it is to break it, what it says, and where. */
export interface Rule {
  readonly severity: Severity;
  readonly says: string;
  /** The page that says it, for each version of the protocol. */
  readonly link: Readonly<Record<1 | 2, string>>;
}

const PROTOCOL = "https://agentclientprotocol.com/protocol";

function page(one: string, two: string = one): Rule["link"] {
  return { 1: `${PROTOCOL}/v1/${one}`, 2: `${PROTOCOL}/v2/${two}` };
}

function jsonRpc(section: string): Rule["link"] {
  const link = `https://www.jsonrpc.org/specification#${section}`;
  return { 1: link, 2: link };
}

/**
 * What the protocol says, by the code of a finding or a diagnostic.
 *
 * @example
 * ```ts
 * RULES.late_update.says; // "A tool call that is completed or failed is over."
 * RULES.late_update.link[1]; // "https://agentclientprotocol.com/protocol/v1/tool-calls#status"
 * ```
 */
export const RULES: Readonly<Record<FindingCode, Rule>> = {
  invalid_message: {
    severity: "violation",
    says: "A message has all the fields that its schema requires, of the types it says.",
    link: page("schema"),
  },
  invalid_field: {
    severity: "violation",
    says: "An optional field that is sent has the type that the schema says.",
    link: page("schema"),
  },
  invalid_item: {
    severity: "violation",
    says: "Every item of a list has the type that the schema says.",
    link: page("schema"),
  },
  more_lost: {
    severity: "violation",
    says: "The parts of a message have the types that the schema says.",
    link: page("schema"),
  },
  unknown_update: {
    severity: "warning",
    says: "Updates are of the kinds that the negotiated version of the protocol defines.",
    link: page("schema#sessionupdate"),
  },
  reserved_field: {
    severity: "note",
    says: "What the protocol does not define belongs into _meta.",
    link: page("extensibility"),
  },
  duplicate_tool_call: {
    severity: "warning",
    says: "A tool call is announced once, with an id that is unique in its session; from then on it is updated.",
    link: page("tool-calls#creating", "tool-calls#reporting"),
  },
  late_update: {
    severity: "warning",
    says: "A tool call that is completed or failed is over.",
    link: page("tool-calls#status"),
  },
  status_regression: {
    severity: "warning",
    says: "A tool call goes from pending to in_progress, not back.",
    link: page("tool-calls#status"),
  },
  version_mismatch: {
    severity: "violation",
    says: "The agent speaks the version of the protocol that was negotiated.",
    link: page("initialization#version-negotiation"),
  },
  session_closed: {
    severity: "warning",
    says: "A session that was closed is over.",
    link: page("session-setup"),
  },
  no_initialize: {
    severity: "note",
    says: "A connection begins with initialize. Without it, what came before the trace is not known.",
    link: page("initialization"),
  },
  unanswered_request: {
    severity: "note",
    says: "Every request gets an answer.",
    link: jsonRpc("response_object"),
  },
  answer_without_request: {
    severity: "violation",
    says: "An answer has the id of a request that waits for one.",
    link: jsonRpc("response_object"),
  },
  request_id_reused: {
    severity: "violation",
    says: "The id of a request tells which one is answered.",
    link: jsonRpc("request_object"),
  },
  unknown_session: {
    severity: "warning",
    says: "A session gets its id from the answer to session/new.",
    link: page("session-setup#creating-a-session"),
  },
  early_session: {
    severity: "note",
    says: "A session gets its id from the answer to session/new.",
    link: page("session-setup#creating-a-session"),
  },
  unfinished_tool_call: {
    severity: "warning",
    says: "A turn ends when no tool calls are pending any more.",
    link: page("prompt-turn#4-check-for-completion", "prompt-lifecycle"),
  },
  open_tool_call: {
    severity: "note",
    says: "Tool calls may be under way until their turn ends. The trace ends before: what became of them is not known.",
    link: page("prompt-turn#4-check-for-completion", "prompt-lifecycle"),
  },
  cancel_not_confirmed: {
    severity: "warning",
    says: "The agent answers a cancelled prompt with the stop reason cancelled, also when something failed.",
    link: page("prompt-turn#cancellation", "prompt-lifecycle#cancellation"),
  },
  cancelled_unasked: {
    severity: "warning",
    says: "The stop reason cancelled means that the client cancelled the turn.",
    link: page("prompt-turn#stop-reasons", "prompt-lifecycle#stop-reasons"),
  },
  update_after_cancelled_turn: {
    severity: "violation",
    says: "After session/cancel the agent may send content and tool calls, but before it answers the prompt.",
    link: page("prompt-turn#cancellation", "prompt-lifecycle#cancellation"),
  },
  permission_not_cancelled: {
    severity: "violation",
    says: "When a turn is cancelled, the client answers its pending permission requests with cancelled.",
    link: page("tool-calls#requesting-permission"),
  },
  option_not_offered: {
    severity: "violation",
    says: "The answer to a permission request is one of its options.",
    link: page("tool-calls#permission-options", "tool-calls#requesting-permission"),
  },
};
