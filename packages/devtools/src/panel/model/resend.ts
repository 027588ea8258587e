import type { FrameRecord } from "@acp-store/core";
import { isObject, type JsonObject, parseJson } from "../../json.js";

/** A connection that can send a message again. */
export interface ResendAgent {
  /** Sends a request and resolves with the agent's result. */
  request(method: string, params?: JsonObject): Promise<unknown>;
  /** Sends a notification. Without it, only requests can be sent again. */
  notify?(method: string, params?: JsonObject): Promise<void>;
}

/** The key in the `_meta` of the params that marks a message sent by the user of the panel. */
const RESENT = "acp-store/resent";

type Frame = NonNullable<FrameRecord["frame"]>;

/** The message of a request or notification that the client sent. */
export interface ClientMessage {
  readonly method: string;
  readonly params?: JsonObject;
}

/** Returns the message of a frame if it can be sent again: a request or notification of the client. */
export function resendable(
  { dir, msg }: Frame,
  { notify }: ResendAgent,
): (ClientMessage & { readonly isRequest: boolean }) | undefined {
  if (dir !== "sent" || !isObject(msg)) return undefined;
  const { method, params, id } = msg;
  if (typeof method !== "string" || (id === undefined && notify === undefined)) return undefined;
  return { method, ...(isObject(params) && { params }), isRequest: id !== undefined };
}

/** Returns whether the user of a panel sent a message. */
export function isResent(frame: Frame | undefined): boolean {
  const params = isObject(frame?.msg) ? frame.msg["params"] : undefined;
  const meta = isObject(params) ? params["_meta"] : undefined;
  return isObject(meta) && meta[RESENT] === true;
}

/** Returns the text of a message for an editor, without the mark of an earlier resend. */
export function formatClientMessage({ method, params }: ClientMessage): string {
  return JSON.stringify({ method, ...(params && { params: withoutMark(params) }) }, undefined, 2);
}

/**
 * Parses the text of an editor.
 *
 * @throws Error whose message says what is wrong.
 */
export function parseClientMessage(text: string): ClientMessage {
  const value = parseJson(text);
  if (!isObject(value)) throw new Error("Expected an object with a method and params.");
  const { method, params } = value;
  if (typeof method !== "string" || method === "")
    throw new Error('Expected the name of a method in "method".');
  if (params !== undefined && !isObject(params)) throw new Error('Expected an object in "params".');
  return { method, ...(params && { params }) };
}

/** Sends a message to the agent, marked as sent by the user of the panel. */
export async function resend(
  agent: ResendAgent,
  { method, params = {} }: ClientMessage,
  isRequest: boolean,
): Promise<void> {
  const meta = params["_meta"];
  const marked = { ...params, _meta: { ...(isObject(meta) && meta), [RESENT]: true } };
  if (isRequest) await agent.request(method, marked);
  else await agent.notify?.(method, marked);
}

function withoutMark(params: JsonObject): JsonObject {
  const { _meta: meta, ...others } = params;
  if (!isObject(meta)) return params;
  const { [RESENT]: _mark, ...kept } = meta;
  return Object.keys(kept).length === 0 ? others : { ...others, _meta: kept };
}
