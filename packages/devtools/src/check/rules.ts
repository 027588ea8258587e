import type { DiagnosticCode } from "@acp-store/core";
import type { Severity } from "./types.js";

/** The code of a finding: a diagnostic of the store, or a rule that needs the whole trace. */
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

/** A rule of the protocol. */
export interface Rule {
  /** The severity of breaking the rule. */
  readonly severity: Severity;
  /** The rule, in one or two sentences. */
  readonly text: string;
  /** The page of the specification that states the rule, by protocol version. */
  readonly link: Readonly<Record<1 | 2, string>>;
}

/**
 * The rules of the protocol, by finding code.
 *
 * @example
 * ```ts
 * RULES.late_update.text; // "A completed or failed tool call does not change its status."
 * RULES.late_update.link[1]; // "https://agentclientprotocol.com/protocol/v1/tool-calls#status"
 * ```
 */
export const RULES: Readonly<Record<FindingCode, Rule>> = {
  // Diagnostics of the store.
  invalid_message: {
    severity: "violation",
    text: "A message has all required fields, and each has the type that the schema defines.",
    link: linkToSpec("schema"),
  },
  invalid_field: {
    severity: "violation",
    text: "An optional field is either absent or has the type that the schema defines.",
    link: linkToSpec("schema"),
  },
  invalid_item: {
    severity: "violation",
    text: "Every item of an array has the type that the schema defines.",
    link: linkToSpec("schema"),
  },
  more_lost: {
    severity: "violation",
    text: "Every part of a message has the type that the schema defines.",
    link: linkToSpec("schema"),
  },
  unknown_update: {
    severity: "warning",
    text: "The negotiated protocol version defines every kind of update.",
    link: linkToSpec("schema#sessionupdate"),
  },
  reserved_field: {
    severity: "note",
    text: "Custom data belongs in _meta, not in fields that the protocol does not define.",
    link: linkToSpec("extensibility"),
  },
  duplicate_tool_call: {
    severity: "warning",
    text: "The agent announces a tool call once, with an id that is unique in the session. After that, it sends updates.",
    link: linkToSpec("tool-calls#creating", "tool-calls#reporting"),
  },
  late_update: {
    severity: "warning",
    text: "A completed or failed tool call does not change its status.",
    link: linkToSpec("tool-calls#status"),
  },
  status_regression: {
    severity: "warning",
    text: "The status of a tool call goes from pending to in_progress and never back.",
    link: linkToSpec("tool-calls#status"),
  },
  version_mismatch: {
    severity: "violation",
    text: "The agent only uses the protocol version that was negotiated.",
    link: linkToSpec("initialization#version-negotiation"),
  },
  session_closed: {
    severity: "warning",
    text: "A closed session receives no more updates, requests or prompts.",
    link: linkToSpec("session-setup"),
  },
  not_announced: {
    severity: "violation",
    text: "The agent asks only for what the client announced in initialize.",
    link: linkToSpec("initialization#client-capabilities"),
  },

  // The trace as a whole: checkTrace.ts.
  no_initialize: {
    severity: "note",
    text: "A connection starts with initialize. Without it, the earlier messages are unknown.",
    link: linkToSpec("initialization"),
  },

  // Requests and responses: requests.ts.
  unanswered_request: {
    severity: "note",
    text: "Every request gets a response.",
    link: linkToJsonRpcSpec("response_object"),
  },
  answer_without_request: {
    severity: "violation",
    text: "A response has the id of a pending request.",
    link: linkToJsonRpcSpec("response_object"),
  },
  request_id_reused: {
    severity: "violation",
    text: "A request id identifies exactly one pending request.",
    link: linkToJsonRpcSpec("request_object"),
  },

  // Sessions: sessions.ts.
  unknown_session: {
    severity: "warning",
    text: "The response to session/new defines the id of a session.",
    link: linkToSpec("session-setup#creating-a-session"),
  },
  early_session: {
    severity: "note",
    text: "The response to session/new defines the id of a session.",
    link: linkToSpec("session-setup#creating-a-session"),
  },

  // Tool calls: toolCalls.ts.
  unfinished_tool_call: {
    severity: "warning",
    text: "A turn ends when no tool calls are pending.",
    link: linkToSpec("prompt-turn#4-check-for-completion", "prompt-lifecycle"),
  },
  open_tool_call: {
    severity: "note",
    text: "A tool call may run until its turn ends. This trace ends earlier, so the outcome is unknown.",
    link: linkToSpec("prompt-turn#4-check-for-completion", "prompt-lifecycle"),
  },

  // Turns: turns.ts.
  cancel_timed_out: {
    severity: "violation",
    text: "The agent stops its work when the client cancels it, and then confirms the cancel.",
    link: linkToSpec("prompt-turn#cancellation", "prompt-lifecycle#cancellation"),
  },
  cancel_not_confirmed: {
    severity: "warning",
    text: "The agent answers a cancelled prompt with the stop reason cancelled, even if an operation failed.",
    link: linkToSpec("prompt-turn#cancellation", "prompt-lifecycle#cancellation"),
  },
  cancelled_unasked: {
    severity: "warning",
    text: "The stop reason cancelled means that the client cancelled the turn.",
    link: linkToSpec("prompt-turn#stop-reasons", "prompt-lifecycle#stop-reasons"),
  },
  update_after_cancelled_turn: {
    severity: "violation",
    text: "After session/cancel, the agent may send content and tool calls only until it answers the prompt.",
    link: linkToSpec("prompt-turn#cancellation", "prompt-lifecycle#cancellation"),
  },

  // Permissions: permissions.ts.
  permission_not_cancelled: {
    severity: "violation",
    text: "When a turn is cancelled, the client answers its pending permission requests with cancelled.",
    link: linkToSpec("tool-calls#requesting-permission"),
  },
  option_not_offered: {
    severity: "violation",
    text: "The answer to a permission request is one of the offered options.",
    link: linkToSpec("tool-calls#permission-options", "tool-calls#requesting-permission"),
  },
};

function linkToSpec(v1: string, v2: string = v1): Rule["link"] {
  const base = "https://agentclientprotocol.com/protocol";
  return { 1: `${base}/v1/${v1}`, 2: `${base}/v2/${v2}` };
}

function linkToJsonRpcSpec(section: string): Rule["link"] {
  const link = `https://www.jsonrpc.org/specification#${section}`;
  return { 1: link, 2: link };
}
