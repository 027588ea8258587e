import { linkToJsonRpcSpec, linkToSpec, listTck, type RuleTable } from "./rule.js";

/** The rules about the form of single messages, and about pairs of a request and its response. */
export type MessageRuleCode =
  | "invalid_request_id"
  | "invalid_error"
  | "unclear_error"
  | "unknown_method"
  | "wrong_message_kind"
  | "missing_field"
  | "wrong_type"
  | "unknown_value"
  | "unprefixed_value"
  | "unknown_field"
  | "out_of_range"
  | "empty_list"
  | "invalid_format"
  | "unanswered_request"
  | "request_id_reused"
  | "unknown_request_cancelled"
  | "batched_lifecycle"
  | "split_batch_response"
  | "null_result";

/** The requirements that every defect of the schema disproves. */
const SCHEMA_TCK = listTck(
  "SCHEMA-001 INIT-001 SESSION-001 PROMPT-001 PROMPT-002 LOAD-001 RESUME-001 LIST-001 DELETE-001 CLOSE-001",
  "SCHEMA-001 SESSION-001 PROMPT-205 PERM-201 RESUME-201 LIST-201 CLOSE-201 DELETE-201 CONFIG-201 CONFIG-203 AUTH-203 AUTH-204",
);

export const MESSAGE_RULES: RuleTable<MessageRuleCode> = {
  invalid_request_id: {
    severity: "violation",
    side: "both",
    text: "The id of a request is a string or an integer, and the response repeats it.",
    link: linkToJsonRpcSpec("request_object"),
    tck: listTck("JSONRPC-001", "JSONRPC-001"),
  },
  invalid_error: {
    severity: "violation",
    side: "both",
    text: "An error has an integer code and a message that is a string.",
    link: linkToJsonRpcSpec("error_object"),
    tck: listTck("JSONRPC-002", "JSONRPC-002"),
  },
  unclear_error: {
    severity: "note",
    side: "both",
    text: "The message of an error is a concise single sentence.",
    link: linkToJsonRpcSpec("error_object"),
    tck: listTck("ERROR-001", "ERROR-001"),
  },
  unknown_method: {
    severity: "violation",
    side: "both",
    text: "A side calls only methods that the negotiated version defines for the other side. The names of custom methods start with an underscore.",
    link: linkToSpec("extensibility#extension-methods"),
    tck: listTck("", "CLIENTCAP-202"),
  },
  wrong_message_kind: {
    severity: "violation",
    side: "both",
    text: "Requests have an id, and notifications have none.",
    link: linkToSpec("overview#communication-model"),
    tck: listTck("JSONRPC-003", "JSONRPC-003"),
  },
  missing_field: {
    severity: "violation",
    side: "both",
    text: "A message has all fields that the schema requires.",
    link: linkToSpec("schema"),
    tck: extendTck(SCHEMA_TCK, listTck("", "INIT-203 PROMPT-201 PATCH-201 PATCH-204 PATCH-205")),
  },
  wrong_type: {
    severity: "violation",
    side: "both",
    text: "A field has the type that the schema defines.",
    link: linkToSpec("schema"),
    tck: extendTck(SCHEMA_TCK, listTck("MODES-002", "INIT-201 INIT-204 AUTH-207 META-201")),
  },
  unknown_value: {
    severity: "violation",
    side: "both",
    text: "A field with fixed values has one of the values that the schema lists.",
    link: linkToSpec("schema"),
    tck: SCHEMA_TCK,
  },
  unprefixed_value: {
    severity: "violation",
    side: "both",
    text: "A custom value starts with an underscore. Other values that the schema does not list are reserved for future versions.",
    link: linkToSpec("extensibility"),
    tck: listTck("", "STATE-203 CANCEL-207 AUTH-206 ENUM-201 ENUM-202"),
  },
  unknown_field: {
    severity: "warning",
    side: "both",
    text: "Custom data belongs in _meta. A type of the protocol has no other custom fields.",
    link: linkToSpec("extensibility#the-_meta-field"),
    tck: listTck("SCHEMA-002", "EXT-202 SCHEMA-002"),
  },
  out_of_range: {
    severity: "violation",
    side: "both",
    text: "Numbers and lengths are within the limits of the schema.",
    link: linkToSpec("schema"),
    tck: SCHEMA_TCK,
  },
  empty_list: {
    severity: "violation",
    side: "both",
    text: "A list that offers something, such as the options of a permission request, is not empty.",
    link: linkToSpec("schema"),
    tck: listTck("", "PERM-201"),
  },
  invalid_format: {
    severity: "violation",
    side: "both",
    text: "Strings have the format that the schema defines: URIs have a scheme, dates are ISO 8601, binary data is base64.",
    link: linkToSpec("schema"),
    tck: listTck("", "PATCH-207"),
  },
  unanswered_request: {
    severity: "note",
    side: "both",
    text: "Every request gets a response.",
    link: linkToJsonRpcSpec("response_object"),
    tck: listTck("EXT-001", "EXT-001"),
  },
  request_id_reused: {
    severity: "violation",
    side: "both",
    text: "A request id identifies exactly one pending request.",
    link: linkToJsonRpcSpec("request_object"),
    tck: listTck("", ""),
  },
  unknown_request_cancelled: {
    severity: "warning",
    side: "both",
    text: "A side cancels only requests that it has sent.",
    link: linkToSpec("cancellation"),
    tck: listTck("", ""),
  },
  batched_lifecycle: {
    severity: "warning",
    side: "both",
    text: "Requests that open a connection, a session or a turn are not sent in a batch.",
    link: linkToSpec("transports", "transports#json-rpc-batch-messages"),
    tck: listTck("", "BATCH-208"),
  },
  split_batch_response: {
    severity: "warning",
    side: "both",
    text: "The requests of a batch are answered with one batch of responses.",
    link: linkToSpec("transports", "transports#json-rpc-batch-messages"),
    tck: listTck("", "BATCH-204"),
  },
  null_result: {
    severity: "note",
    side: "agent",
    text: "A result without fields is an empty object. In version 1, null is tolerated.",
    link: linkToSpec("session-setup#loading-sessions", "session-setup"),
    tck: listTck("LOAD-003", ""),
  },
};

function extendTck(base: typeof SCHEMA_TCK, more: typeof SCHEMA_TCK): typeof SCHEMA_TCK {
  return { 1: [...base[1], ...more[1]], 2: [...base[2], ...more[2]] };
}
