import type { DiagnosticCode } from "@acp-store/core";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

/** The rules whose findings are diagnostics of the store. */
export const STORE_RULES: RuleTable<DiagnosticCode> = {
  invalid_message: {
    severity: "violation",
    side: "both",
    text: "A message has all required fields, and each has the type that the schema defines.",
    link: linkToSpec("schema"),
    tck: listTck("SCHEMA-001", "SCHEMA-001"),
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
};
