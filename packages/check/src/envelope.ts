import type { DiagnosticCode } from "@acp-store/core";
import { isObject, type JsonObject } from "./json.js";
import { type FindingDetails, quote } from "./check.js";
import { linkToJsonRpcSpec, linkToSpec, listTck, type RuleTable } from "./rule.js";

export type EnvelopeRuleCode =
  | "invalid_request_id"
  | "invalid_error"
  | "unclear_error"
  | "batched_lifecycle";

export const ENVELOPE_RULES: RuleTable<EnvelopeRuleCode> = {
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
  batched_lifecycle: {
    severity: "warning",
    side: "both",
    text: "Requests that open a connection, a session or a turn are not sent in a batch.",
    link: linkToSpec("transports", "transports#json-rpc-batch-messages"),
    tck: listTck("", "BATCH-208"),
  },
};

/** The requests that open a connection, a session or a turn. */
const LIFECYCLE = /^(?:initialize|auth\/login|session\/(?:new|resume|prompt))$/;

type Report = (
  code: EnvelopeRuleCode | DiagnosticCode,
  message: string,
  details?: FindingDetails,
) => void;

/**
 * Checks the JSON-RPC form of a message: `invalid_envelope`, `invalid_request_id`, `invalid_error` and
 * `unclear_error`.
 */
export function checkEnvelope(msg: unknown, report: Report): void {
  if (!isObject(msg)) {
    report("invalid_envelope", "The message is not a JSON object.", { actual: msg });
    return;
  }
  const { jsonrpc, method, params } = msg;
  if (jsonrpc !== "2.0")
    report("invalid_envelope", `Expected jsonrpc "2.0", got ${quote(jsonrpc) ?? "none"}.`, {
      path: "jsonrpc",
      expected: '"2.0"',
      actual: jsonrpc,
    });
  if (!("method" in msg)) return checkResponse(msg, report);
  if (typeof method !== "string")
    report("invalid_envelope", "The method is not a string.", {
      path: "method",
      expected: "string",
      actual: method,
    });
  if ("result" in msg || "error" in msg)
    report("invalid_envelope", "The message has a method and also a result or an error.");
  if (params !== undefined && params !== null && typeof params !== "object")
    report("invalid_envelope", "The params are neither an object nor an array.", {
      path: "params",
      expected: "object",
      actual: params,
    });
  if ("id" in msg) checkId(msg["id"], false, report);
}

/** Checks the form of a batch: `invalid_envelope` and `batched_lifecycle`. */
export function checkBatch(batch: readonly unknown[], version: 1 | 2, report: Report): void {
  if (version === 1) report("invalid_envelope", "Version 1 has no batches.", { actual: batch });
  else if (batch.length === 0) report("invalid_envelope", "The batch is empty.", { actual: batch });
  else
    for (const [index, msg] of batch.entries())
      if (isObject(msg) && LIFECYCLE.test(String(msg["method"])))
        report("batched_lifecycle", `${quote(msg["method"])} is sent in a batch.`, {
          path: `${index}.method`,
          actual: msg["method"],
        });
}

function checkResponse(msg: JsonObject, report: Report): void {
  const { error } = msg;
  const [hasResult, hasError] = ["result" in msg, "error" in msg];
  if (hasResult && hasError)
    report("invalid_envelope", "The response has both a result and an error.");
  if (!hasResult && !hasError)
    report("invalid_envelope", "The message has no method, no result and no error.");
  if (!hasResult && !hasError) return;
  checkId(msg["id"], hasError, report);
  if (hasError) checkError(error, report);
}

function checkId(id: unknown, mayBeNull: boolean, report: Report): void {
  if (typeof id === "string" || Number.isInteger(id) || (mayBeNull && id === null)) return;
  report("invalid_request_id", `Expected a string or an integer, got ${quote(id) ?? "none"}.`, {
    path: "id",
    expected: mayBeNull ? "string | number | null" : "string | number",
    actual: id,
  });
}

function checkError(error: unknown, report: Report): void {
  if (!isObject(error)) {
    report("invalid_error", "The error is not an object.", {
      path: "error",
      expected: "{ code: number; message: string }",
      actual: error,
    });
    return;
  }
  const { code, message } = error;
  if (!Number.isInteger(code))
    report("invalid_error", `Expected an integer as code, got ${quote(code) ?? "none"}.`, {
      path: "error.code",
      expected: "number",
      actual: code,
    });
  if (typeof message !== "string")
    report("invalid_error", `Expected a string as message, got ${quote(message) ?? "none"}.`, {
      path: "error.message",
      expected: "string",
      actual: message,
    });
  else if (message.trim() === "" || message.trim().includes("\n"))
    report("unclear_error", "The message of the error is empty or has several lines.", {
      path: "error.message",
      actual: message,
    });
}
