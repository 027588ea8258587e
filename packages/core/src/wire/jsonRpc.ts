import { isObject, type JsonObject } from "../json.js";

/** The id of a JSON-RPC request. */
export type RequestId = string | number | null;

/** A JSON-RPC message by its kind. */
export type RpcMessage =
  | {
      readonly kind: "request";
      readonly id: RequestId;
      readonly method: string;
      readonly params: unknown;
    }
  | { readonly kind: "notification"; readonly method: string; readonly params: unknown }
  | { readonly kind: "result"; readonly id: RequestId; readonly result: unknown }
  | { readonly kind: "error"; readonly id: RequestId; readonly error: JsonObject };

/** A JSON-RPC request. */
export type RpcRequest = Extract<RpcMessage, { kind: "request" }>;

/** A JSON-RPC response. */
export type RpcResponse = Extract<RpcMessage, { kind: "result" | "error" }>;

/** Parses a JSON-RPC message. Returns `undefined` for any other value. */
export function parseRpcMessage(message: unknown): RpcMessage | undefined {
  if (!isObject(message)) return undefined;
  const { id, method, params, result, error } = message;
  const hasId = isRequestId(id);
  if (typeof method === "string") {
    if (hasId) return { kind: "request", id, method, params };
    return id === undefined ? { kind: "notification", method, params } : undefined;
  }
  if (!hasId) return undefined;
  if (isObject(error)) return { kind: "error", id, error };
  if ("result" in message) return { kind: "result", id, result };
  // A malformed response still answers the request, because no other response will come.
  return { kind: "error", id, error: typeof error === "string" ? { message: error } : {} };
}

/** Returns whether a value is the id of a JSON-RPC request. */
export function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || Number.isFinite(id) || id === null;
}

/** Returns an id as a map key that tells the number 1 from the string "1". */
export function requestKey(id: RequestId): string {
  return JSON.stringify(id);
}

/** Returns the params of a message as an object, which is empty if they are none. */
export function paramsOf(params: unknown): JsonObject {
  return isObject(params) ? params : {};
}
