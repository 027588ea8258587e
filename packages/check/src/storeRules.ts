/**
 * The rules of diagnostics, for programs that show them before they load the check.
 * @module
 */
import type { DiagnosticCode } from "@acp-store/core";
import { linkToJsonRpcSpec, linkToSpec, listTck, type RuleTable } from "./rule.js";

/** The rules whose findings are diagnostics of the store. */
export const STORE_RULES: RuleTable<DiagnosticCode> = {
  invalid_message: {
    severity: "violation",
    side: "both",
    text: "A message has all required fields, and each has the type that the schema defines.",
    link: linkToSpec("schema"),
    tck: listTck("SCHEMA-001", "SCHEMA-001"),
  },
  invalid_envelope: {
    severity: "violation",
    side: "both",
    text: 'A message is a JSON-RPC 2.0 request, notification or response with jsonrpc "2.0". A response has either a result or an error. Only version 2 allows batches, and none is empty.',
    link: linkToJsonRpcSpec("response_object"),
    tck: listTck("TRANSPORT-001 JSONRPC-002", "TRANSPORT-201 JSONRPC-002"),
  },
  answer_without_request: {
    severity: "violation",
    side: "both",
    text: "A response has the id of a pending request. Notifications get no response.",
    link: linkToJsonRpcSpec("response_object"),
    tck: listTck("JSONRPC-001 JSONRPC-003", "JSONRPC-001 JSONRPC-003 CANCEL-205 BATCH-202 EXT-201"),
  },
  duplicate_id: {
    severity: "violation",
    side: "both",
    text: "An id, or the name of an environment variable, identifies one item of its list. Every session and every message has its own id.",
    link: linkToSpec("schema"),
    tck: listTck("SESSION-002 AUTH-001", "SESSION-002 AUTH-201 AUTH-207 PATCH-203"),
  },
  invalid_field: {
    severity: "violation",
    side: "both",
    text: "An optional field is either absent or has the type that the schema defines.",
    link: linkToSpec("schema"),
    tck: listTck("SCHEMA-001", "SCHEMA-001"),
  },
  invalid_item: {
    severity: "violation",
    side: "both",
    text: "Every item of an array has the type that the schema defines.",
    link: linkToSpec("schema"),
    tck: listTck("SCHEMA-001", "SCHEMA-001"),
  },
  more_lost: {
    severity: "violation",
    side: "both",
    text: "Every part of a message has the type that the schema defines.",
    link: linkToSpec("schema"),
    tck: listTck("SCHEMA-001", "SCHEMA-001"),
  },
  too_deep: {
    severity: "violation",
    side: "both",
    text: "A message has at most 256 levels below its params. Clients and agents may be unable to read more.",
    link: linkToSpec("schema"),
    tck: listTck("", ""),
  },
  unknown_update: {
    severity: "warning",
    side: "agent",
    text: "The negotiated protocol version defines every kind of update.",
    link: linkToSpec("schema#sessionupdate"),
    tck: listTck("PROMPT-002", "PROMPT-205 ENUM-202"),
  },
  reserved_field: {
    severity: "note",
    side: "agent",
    text: "Custom data belongs in _meta, not in fields that the protocol does not define.",
    link: linkToSpec("extensibility"),
    tck: listTck("", ""),
  },
  duplicate_tool_call: {
    severity: "warning",
    side: "agent",
    text: "The agent announces a tool call once, with an id that is unique in the session. After that, it sends updates.",
    link: linkToSpec("tool-calls#creating", "tool-calls#reporting"),
    tck: listTck("", ""),
  },
  late_update: {
    severity: "warning",
    side: "agent",
    text: "A completed or failed tool call does not change its status.",
    link: linkToSpec("tool-calls#status"),
    tck: listTck("", ""),
  },
  status_regression: {
    severity: "warning",
    side: "agent",
    text: "The status of a tool call goes from pending to in_progress and never back.",
    link: linkToSpec("tool-calls#status"),
    tck: listTck("", ""),
  },
  version_mismatch: {
    severity: "violation",
    side: "agent",
    text: "The agent only uses the protocol version that was negotiated.",
    link: linkToSpec("initialization#version-negotiation"),
    tck: listTck("PROMPT-002", "PROMPT-205"),
  },
  session_closed: {
    severity: "warning",
    side: "both",
    text: "A closed session receives no more updates, requests or prompts.",
    link: linkToSpec("session-setup#closing-active-sessions", "session-setup"),
    tck: listTck("", ""),
  },
  too_many_sessions: {
    severity: "warning",
    side: "agent",
    text: "The agent sends messages only for sessions that the client has opened, and for their subagents.",
    link: linkToSpec("session-setup"),
    tck: listTck("", ""),
  },
  duplicate_option: {
    severity: "violation",
    side: "agent",
    text: "The options of a permission request have distinct ids.",
    link: linkToSpec("tool-calls#permission-options", "tool-calls#requesting-permission"),
    tck: listTck("", ""),
  },
  option_not_offered: {
    severity: "violation",
    side: "client",
    text: "The answer to a permission request is one of the offered options.",
    link: linkToSpec("tool-calls#permission-options", "tool-calls#requesting-permission"),
    tck: listTck("", ""),
  },
  not_announced: {
    severity: "violation",
    side: "agent",
    text: "The agent asks only for what the client announced in initialize.",
    link: linkToSpec("initialization#client-capabilities"),
    tck: listTck(
      "CLIENTCAP-001 CLIENTCAP-002 CLIENTCAP-003 CONFIG-003 AUTH-002",
      "CLIENTCAP-201 AUTH-202",
    ),
  },
  cancel_timed_out: {
    severity: "violation",
    side: "agent",
    text: "The agent stops its work when the client cancels it, and then confirms the cancel.",
    link: linkToSpec("prompt-turn#cancellation", "prompt-lifecycle#cancellation"),
    tck: listTck("CANCEL-001", "CANCEL-201"),
  },
  histories_differ: {
    severity: "warning",
    side: "agent",
    text: "The agent replays the prompts that it has received in a session.",
    link: linkToSpec("session-setup#loading-sessions", "session-setup#resuming-sessions"),
    tck: listTck("", ""),
  },
};
