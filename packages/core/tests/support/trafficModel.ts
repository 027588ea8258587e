import type { Frame } from "@acp-store/core";
import {
  applyRequestedCall,
  applyToolCall,
  cancelCalls,
  type ToolCallModel,
} from "./toolCallModel.js";

type Id = string | number;
type Json = Record<string, unknown>;

/** The expected content of a session. */
export interface SessionModel {
  readonly calls: Map<string, ToolCallModel>;
  /** The text of all messages, by role. */
  readonly texts: Record<"user" | "agent" | "thought", string>;
  /** The keys of the messages that have an id from the agent. */
  readonly messages: Set<string>;
  readonly openPrompts: Id[];
  /**
   * `requested`: the client cancelled the turn. `confirmed`: the agent confirmed it, and no turn
   * started since.
   */
  cancel?: "requested" | "confirmed" | undefined;
}

interface PendingRequestModel {
  readonly id: Id;
  readonly sessionId: string;
  /** The id of the prompt whose turn the request belongs to. */
  readonly promptId?: Id;
}

/**
 * The expected state of a connection, computed from its frames without the store. Tests compare the
 * store with it.
 */
export interface TrafficModel {
  version: 1 | 2;
  readonly sessions: Map<string, SessionModel>;
  readonly pendingRequests: PendingRequestModel[];
}

/** Returns the model of a connection without any messages. */
export function emptyTrafficModel(): TrafficModel {
  return { version: 1, sessions: new Map(), pendingRequests: [] };
}

/** Applies one frame to the model. */
export function applyFrame(model: TrafficModel, { dir, msg }: Frame): void {
  const message = msg as { id?: Id; method?: string; params?: Json; result?: Json };
  if (message.method === undefined) applyResponse(model, dir, message);
  else if (dir === "sent")
    applyClientMessage(model, message.method, message.id, message.params ?? {});
  else applyAgentMessage(model, message.method, message.id, message.params ?? {});
}

function applyResponse(
  model: TrafficModel,
  dir: Frame["dir"],
  message: { id?: Id; result?: Json },
): void {
  if (dir === "sent") return removePending(model, ({ id }) => id === message.id);
  if (message.result?.["protocolVersion"] === 2) model.version = 2;
  for (const session of model.sessions.values()) {
    const position = session.openPrompts.indexOf(message.id as Id);
    if (position < 0 || model.version === 2) continue;
    session.openPrompts.splice(position, 1);
    if (session.cancel === "requested") session.cancel = "confirmed";
    removePending(model, ({ promptId }) => promptId === message.id);
  }
}

function applyClientMessage(
  model: TrafficModel,
  method: string,
  id: Id | undefined,
  params: Json,
): void {
  const sessionId = params["sessionId"] as string;
  if (method === "session/load") model.sessions.delete(sessionId);
  if (method === "session/prompt" && id !== undefined) {
    const session = getOrAddSession(model, sessionId);
    session.openPrompts.push(id);
    session.cancel = undefined;
    session.texts.user += textOf(params["prompt"]);
  }
  if (method !== "session/cancel") return;
  removePending(model, (request) => request.sessionId === sessionId);
  const session = getOrAddSession(model, sessionId);
  cancelCalls(session.calls);
  if (session.openPrompts.length > 0) session.cancel = "requested";
}

function applyAgentMessage(
  model: TrafficModel,
  method: string,
  id: Id | undefined,
  params: Json,
): void {
  if (method === "$/cancel_request")
    removePending(model, (request) => request.id === params["requestId"]);
  if (method === "session/update") applyUpdate(model, params);
  if (method !== "session/request_permission" || id === undefined) return;
  const sessionId = params["sessionId"] as string;
  const { calls, openPrompts } = getOrAddSession(model, sessionId);
  const [promptId] = openPrompts;
  model.pendingRequests.push({ id, sessionId, ...(promptId !== undefined && { promptId }) });
  applyRequestedCall(model.version, calls, params);
}

/** The words that Gemini attributes to the user in a replay. No recording has them elsewhere. */
const AGENT_CONTEXT = /^(?:<session_context>|\[Function Response: )/;

function applyUpdate(model: TrafficModel, params: Json): void {
  const session = getOrAddSession(model, params["sessionId"] as string);
  const update = params["update"] as Json;
  const kind = update["sessionUpdate"] as string;
  if (kind.startsWith("tool_call")) applyToolCall(model.version, session.calls, update);
  if (kind === "state_update" && update["state"] === "idle") endTurns(model, session, update);
  const chunk = /^(user|agent)_(message|thought)_chunk$/.exec(kind);
  if (chunk === null || (chunk[1] === "user" && session.openPrompts.length > 0)) return;
  const role = chunk[2] === "thought" ? "thought" : (chunk[1] as "user" | "agent");
  const text = textOf([update["content"]]);
  if (role === "user" && AGENT_CONTEXT.test(text)) return;
  session.texts[role] += text;
  const messageId = update["messageId"];
  if (text !== "" && typeof messageId === "string") session.messages.add(`${role}:${messageId}`);
}

/** Applies the `idle` of version 2. The recordings have no prompt that the agent accepts later. */
function endTurns(model: TrafficModel, session: SessionModel, update: Json): void {
  if (session.cancel === "requested") session.cancel = "confirmed";
  if (update["stopReason"] === "cancelled") cancelCalls(session.calls);
  const ended = session.openPrompts.splice(0, Infinity);
  removePending(model, ({ promptId }) => promptId !== undefined && ended.includes(promptId));
}

function removePending(
  model: TrafficModel,
  isRemoved: (request: PendingRequestModel) => boolean,
): void {
  const remaining = model.pendingRequests.filter((request) => !isRemoved(request));
  model.pendingRequests.splice(0, Infinity, ...remaining);
}

function getOrAddSession(model: TrafficModel, sessionId: string): SessionModel {
  const known = model.sessions.get(sessionId);
  if (known !== undefined) return known;
  const texts = { user: "", agent: "", thought: "" };
  const session = { calls: new Map(), texts, messages: new Set<string>(), openPrompts: [] };
  model.sessions.set(sessionId, session);
  return session;
}

/** Returns the text of content blocks, concatenated. */
export function textOf(blocks: unknown): string {
  const list = Array.isArray(blocks) ? (blocks as Json[]) : [];
  return list.map((block) => (block["type"] === "text" ? block["text"] : "?")).join("");
}
