import { limitLevels } from "@acp-store/core";
import { AcpConnectionError } from "./errors.js";
import { isObject } from "./isObject.js";

/** The fields of results that the client itself needs. The store checks everything else. */
const REQUIRED_FIELDS: ReadonlyMap<string, RequiredField> = new Map([
  ["initialize", { name: "protocolVersion", type: "number" }],
  ["session/new", { name: "sessionId", type: "string" }],
  ["session/fork", { name: "sessionId", type: "string" }],
  ["session/list", { name: "sessions", type: "array" }],
]);

interface RequiredField {
  readonly name: string;
  readonly type: "array" | "number" | "string";
}

/** The number of characters of a malformed result that an error message quotes. */
const QUOTED_LENGTH = 200;

/**
 * Checks that a result has the field that the client needs.
 *
 * @throws AcpConnectionError with reason `invalid_response` if it does not.
 */
export function checkResult(method: string, result: unknown): void {
  const required = REQUIRED_FIELDS.get(method);
  if (required === undefined || hasField(result, required)) return;
  const sent = String(JSON.stringify(limitLevels(result, QUOTED_LENGTH)));
  const quoted = sent.length > QUOTED_LENGTH ? `${sent.slice(0, QUOTED_LENGTH)}…` : sent;
  throw new AcpConnectionError(
    "invalid_response",
    `The agent answered ${method} with ${quoted}. Expected an object in which "${required.name}" is ${
      required.type === "array" ? "an array" : `a ${required.type}`
    }.`,
  );
}

function hasField(result: unknown, { name, type }: RequiredField): boolean {
  const value = isObject(result) ? result[name] : undefined;
  return type === "array" ? Array.isArray(value) : typeof value === type;
}
