import { isObject, type JsonObject } from "../json.js";

/** The id of a JSON-RPC request. */
export type RequestId = string | number | null;

/** A JSON-RPC message, sorted by what it is. */
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

/** Tells requests, notifications and responses apart; `undefined` for what is none of them. */
export function readRpcMessage(message: unknown): RpcMessage | undefined {
  if (!isObject(message)) return undefined;
  const { id, method, params, result, error } = message;
  const hasId = typeof id === "string" || typeof id === "number" || id === null;
  if (typeof method === "string") {
    if (hasId) return { kind: "request", id, method, params };
    return id === undefined ? { kind: "notification", method, params } : undefined;
  }
  if (!hasId) return undefined;
  if (isObject(error)) return { kind: "error", id, error };
  if ("result" in message) return { kind: "result", id, result };
  // Malformed, but an answer: nobody is to wait for another.
  return { kind: "error", id, error: typeof error === "string" ? { message: error } : {} };
}

/** An id as a key: the number 1 and the string "1" are two. */
export function requestKey(id: RequestId): string {
  return JSON.stringify(id);
}
