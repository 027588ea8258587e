import { isObject, type JsonObject } from "../json.js";
import type { MessageDirection } from "./lineReading.js";

const AGENT_METHODS =
  /^(?:session\/(?:update|request_permission)|auth\/status_update|fs\/\w+|elicitation\/\w+|terminal\/(?!cancel$)\w+)$/;
const CLIENT_METHODS =
  /^(?:initialize|authenticate|logout|(?:session|auth|providers|terminal|tool_call)\/\w+)$/;

function methodDirection(method: unknown): MessageDirection | undefined {
  if (typeof method !== "string") return undefined;
  if (AGENT_METHODS.test(method)) return "recv";
  return CLIENT_METHODS.test(method) ? "sent" : undefined;
}

/** Fields of the results that only one side sends. */
const AGENT_RESULTS = ["stopReason", "sessionId", "protocolVersion"];
const CLIENT_RESULTS = ["outcome", "terminalId", "exitCode"];

/** Returns the direction of a message that only one side sends. */
export function impliedDirection(msg: unknown): MessageDirection | undefined {
  if (!isObject(msg)) return undefined;
  const { method, result } = msg;
  if (method !== undefined) return methodDirection(method);
  if (!isObject(result)) return undefined;
  if (AGENT_RESULTS.some((field) => field in result)) return "recv";
  return CLIENT_RESULTS.some((field) => field in result) ? "sent" : undefined;
}

/** Returns whether a value is a JSON-RPC message of the protocol. */
export function isRpcMessage(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const { method } = value;
  if (method !== undefined)
    return "jsonrpc" in value ? typeof method === "string" : methodDirection(method) !== undefined;
  return "id" in value && ("jsonrpc" in value || "result" in value || "error" in value);
}
