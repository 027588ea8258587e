import type { AcpStore, ContentBlock, TerminalAuthMethod } from "@acp-store/core";
import { type CloseSessionResponse, RequestError } from "@agentclientprotocol/sdk";
import type {
  CancelTerminalResponse,
  CancelToolCallResponse,
} from "@agentclientprotocol/sdk/experimental/v2";
import type {
  KnownSessionRequest,
  ReopenedSessionResult,
  SessionRequest,
  SetConfigOptionResult,
  SetModelResult,
} from "./agentConnection.js";
import {
  type AgentMethodName,
  agentSupports,
  createUnsupportedError,
  getProtocolMethod,
} from "./agentMethods.js";
import type { Link } from "./link.js";
import type { TerminalLogin } from "./options.js";
import type { PromptResult } from "./promptQueue.js";
import { waitForTurnEnd } from "./waitForTurnEnd.js";

/** The JSON-RPC code of an unknown method. */
const METHOD_NOT_FOUND = -32601;

const usesVersion2 = (store: AcpStore): boolean => store.getState().protocolVersion === 2;

/**
 * Sends a request in the negotiated protocol version and resolves with the agent's whole response.
 *
 * @throws AcpConnectionError with reason `unsupported` if the agent does not support the method.
 */
export async function sendRequest<Response>(
  store: AcpStore,
  link: Link,
  name: AgentMethodName,
  params: object,
): Promise<Response> {
  const result = await link.request<Response | null>(getProtocolMethod(store, name), params);
  // Agents answer with null where earlier versions of the protocol have no result.
  return result ?? ({} as Response);
}

/** Sends a request that opens a session: `newSession`, `resumeSession` or `forkSession`. */
export function openSession<Response>(
  store: AcpStore,
  link: Link,
  name: "newSession" | "resumeSession" | "forkSession",
  request: SessionRequest,
): Promise<Response> {
  return sendRequest(store, link, name, createSessionParams(store, request));
}

/**
 * Loads a session. Version 2 has one method for loading and resuming, with a parameter that asks
 * for the transcript.
 */
export function loadSession(
  store: AcpStore,
  link: Link,
  request: KnownSessionRequest,
): Promise<ReopenedSessionResult> {
  const params = createSessionParams(store, request);
  const replay = usesVersion2(store) && { replayFrom: { type: "start" } };
  return sendRequest(store, link, "loadSession", { ...params, ...replay });
}

export async function sendPrompt(
  store: AcpStore,
  link: Link,
  sessionId: string,
  prompt: readonly ContentBlock[],
): Promise<PromptResult> {
  const answer = await sendRequest<Partial<PromptResult>>(store, link, "prompt", {
    sessionId,
    prompt,
  });
  // In version 2, the response only accepts the prompt.
  if (usesVersion2(store)) return waitForTurnEnd(store, sessionId);
  return { stopReason: answer.stopReason ?? "unknown" };
}

export function setConfigOption(
  store: AcpStore,
  link: Link,
  sessionId: string,
  configId: string,
  value: string | boolean,
): Promise<SetConfigOptionResult> {
  const type = typeof value === "boolean" ? "boolean" : usesVersion2(store) ? "id" : undefined;
  const params = { sessionId, configId, value, ...(type && { type }) };
  return sendRequest(store, link, "setConfigOption", params);
}

/**
 * Switches the model. The method is not part of the protocol's schema, so that no capability
 * announces it.
 */
export async function setModel(
  store: AcpStore,
  link: Link,
  sessionId: string,
  modelId: string,
): Promise<SetModelResult> {
  try {
    return await sendRequest(store, link, "setModel", { sessionId, modelId });
  } catch (error) {
    const isUnknown = error instanceof RequestError && error.code === METHOD_NOT_FOUND;
    throw isUnknown ? createUnsupportedError("setModel") : error;
  }
}

/** Cancels one tool call, if the agent offers that for this call. */
export async function cancelToolCall(
  store: AcpStore,
  link: Link,
  sessionId: string,
  toolCallId: string,
): Promise<CancelToolCallResponse> {
  const toolCall = store.getState().sessions.get(sessionId)?.toolCalls.get(toolCallId);
  if (toolCall?.capabilities?.cancel == null) throw createUnsupportedError("cancelToolCall");
  return sendRequest(store, link, "cancelToolCall", { sessionId, toolCallId });
}

/** Cancels one terminal, if the agent offers that for this terminal. */
export async function cancelTerminal(
  store: AcpStore,
  link: Link,
  sessionId: string,
  terminalId: string,
): Promise<CancelTerminalResponse> {
  const terminal = store.getState().sessions.get(sessionId)?.terminals.get(terminalId);
  if (terminal?.capabilities?.cancel == null) throw createUnsupportedError("cancelTerminal");
  return sendRequest(store, link, "cancelTerminal", { sessionId, terminalId });
}

/** Closes a session. If the agent cannot close sessions, its running turn is cancelled instead. */
export async function closeSession(
  store: AcpStore,
  link: Link,
  sessionId: string,
): Promise<CloseSessionResponse> {
  if (agentSupports(store, "closeSession"))
    return sendRequest(store, link, "closeSession", { sessionId });
  if (store.getState().sessions.get(sessionId)?.openTurns.length)
    await link.notify("session/cancel", { sessionId });
  return {};
}

/** Returns the program to run if a sign-in method needs a terminal, and `undefined` otherwise. */
export function findTerminalLogin(store: AcpStore, methodId: string): TerminalLogin | undefined {
  const method = store
    .getState()
    .agent.authMethods?.find(
      (candidate): candidate is TerminalAuthMethod =>
        candidate.id === methodId && candidate.type === "terminal",
    );
  if (method === undefined) return undefined;
  const { id, name, description, args, env } = method;
  return {
    id,
    name,
    ...(description != null && { description }),
    args: args ?? [],
    env: isList(env)
      ? Object.fromEntries(env.map((entry) => [entry.name, entry.value]))
      : (env ?? {}),
  };
}

/** `Array.isArray` does not narrow readonly lists. */
function isList<Item>(
  value: object | readonly Item[] | null | undefined,
): value is readonly Item[] {
  return Array.isArray(value);
}

function createSessionParams(
  store: AcpStore,
  { mcpServers = [], ...request }: SessionRequest,
): object {
  if (!usesVersion2(store)) return { ...request, mcpServers };
  return { ...request, mcpServers: mcpServers.map((server) => ({ type: "stdio", ...server })) };
}
