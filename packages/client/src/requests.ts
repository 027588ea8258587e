import type { AcpStore, ContentBlock, SessionSetup, TerminalAuthMethod } from "@acp-store/core";
import { type AgentMethodName, agentSupports } from "@acp-store/core/actions";
import { isolateListenerErrors } from "@acp-store/core/tap";
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
import { createUnsupportedError, getProtocolMethod } from "./agentMethods.js";
import { AcpConnectionError } from "./errors.js";
import { isObject } from "./isObject.js";
import type { RpcConnection } from "./rpcConnection.js";
import type { TerminalLogin } from "./options.js";
import type { PromptResult } from "./promptQueue.js";
import { supportedMcpServers } from "./supportedMcpServers.js";
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
  rpc: RpcConnection,
  name: AgentMethodName,
  params: object,
): Promise<Response> {
  const result = await rpc.request<Response | null>(getProtocolMethod(store, name), params);
  // Agents answer with null where earlier versions of the protocol have no result.
  return result ?? ({} as Response);
}

/** Sends a request that opens a session: `newSession`, `resumeSession` or `forkSession`. */
export function openSession<Response>(
  store: AcpStore,
  rpc: RpcConnection,
  name: "newSession" | "resumeSession" | "forkSession",
  request: SessionRequest,
): Promise<Response> {
  return sendSessionRequest(store, rpc, name, request);
}

/**
 * Loads a session. Version 2 has one method for loading and resuming, with a parameter that asks
 * for the transcript.
 */
export function loadSession(
  store: AcpStore,
  rpc: RpcConnection,
  request: KnownSessionRequest,
): Promise<ReopenedSessionResult> {
  const replay = usesVersion2(store) ? { replayFrom: { type: "start" } } : {};
  return sendSessionRequest(store, rpc, "loadSession", request, replay);
}

/**
 * Resumes a session. Some agents announce that they can resume sessions but do not know the method.
 * Then the session is loaded, if the agent supports that.
 */
export async function resumeSession(
  store: AcpStore,
  rpc: RpcConnection,
  request: KnownSessionRequest,
): Promise<ReopenedSessionResult> {
  try {
    return await openSession(store, rpc, "resumeSession", request);
  } catch (error) {
    const isUnknown = error instanceof RequestError && error.code === METHOD_NOT_FOUND;
    if (!isUnknown || usesVersion2(store) || !agentSupports(store.getState(), "loadSession"))
      throw error;
    return loadSession(store, rpc, request);
  }
}

export async function sendPrompt(
  store: AcpStore,
  rpc: RpcConnection,
  sessionId: string,
  prompt: readonly ContentBlock[],
): Promise<PromptResult> {
  const answer = await sendRequest<{ stopReason?: unknown }>(store, rpc, "prompt", {
    sessionId,
    prompt,
  });
  // In version 2, the response only accepts the prompt.
  if (usesVersion2(store)) return waitForTurnEnd(store, sessionId);
  const { stopReason } = answer;
  return { stopReason: typeof stopReason === "string" ? stopReason : "unknown" };
}

export function setConfigOption(
  store: AcpStore,
  rpc: RpcConnection,
  sessionId: string,
  configId: string,
  value: string | boolean,
): Promise<SetConfigOptionResult> {
  const type = typeof value === "boolean" ? "boolean" : usesVersion2(store) ? "id" : undefined;
  const params = { sessionId, configId, value, ...(type && { type }) };
  return sendRequest(store, rpc, "setConfigOption", params);
}

/**
 * Switches the model. The method is not part of the protocol's schema, so that no capability
 * announces it.
 */
export async function setModel(
  store: AcpStore,
  rpc: RpcConnection,
  sessionId: string,
  modelId: string,
): Promise<SetModelResult> {
  try {
    return await sendRequest(store, rpc, "setModel", { sessionId, modelId });
  } catch (error) {
    const isUnknown = error instanceof RequestError && error.code === METHOD_NOT_FOUND;
    throw isUnknown ? createUnsupportedError("setModel") : error;
  }
}

/** Cancels one tool call, if the agent offers that for this call. */
export async function cancelToolCall(
  store: AcpStore,
  rpc: RpcConnection,
  sessionId: string,
  toolCallId: string,
): Promise<CancelToolCallResponse> {
  const toolCall = store.getState().sessions.get(sessionId)?.toolCalls.get(toolCallId);
  if (toolCall?.capabilities?.cancel == null) throw createUnsupportedError("cancelToolCall");
  return sendRequest(store, rpc, "cancelToolCall", { sessionId, toolCallId });
}

/** Cancels one terminal, if the agent offers that for this terminal. */
export async function cancelTerminal(
  store: AcpStore,
  rpc: RpcConnection,
  sessionId: string,
  terminalId: string,
): Promise<CancelTerminalResponse> {
  const terminal = store.getState().sessions.get(sessionId)?.terminals.get(terminalId);
  if (terminal?.capabilities?.cancel == null) throw createUnsupportedError("cancelTerminal");
  return sendRequest(store, rpc, "cancelTerminal", { sessionId, terminalId });
}

/** Closes a session. If the agent cannot close sessions, its running turn is cancelled instead. */
export async function closeSession(
  store: AcpStore,
  rpc: RpcConnection,
  sessionId: string,
): Promise<CloseSessionResponse> {
  const session = store.getState().sessions.get(sessionId);
  // The agent does not have it open.
  if (session?.detached !== undefined) return {};
  if (agentSupports(store.getState(), "closeSession"))
    return sendRequest(store, rpc, "closeSession", { sessionId });
  if (session?.openTurns.length) await rpc.notify("session/cancel", { sessionId });
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

/**
 * Sends a request that opens a session. Servers of the options whose transport the agent has not announced are
 * left out, because an agent refuses a session with them.
 */
async function sendSessionRequest<Response>(
  store: AcpStore,
  rpc: RpcConnection,
  name: "newSession" | "loadSession" | "resumeSession" | "forkSession",
  { mcpServers: own, ...request }: SessionRequest & { readonly sessionId?: string },
  extra: object = {},
): Promise<Response> {
  assertAbsolutePaths(request);
  const configured = own === undefined ? rpc.getMcpServers(request) : [];
  const servers = own ?? supportedMcpServers(store.getState(), configured).supported;
  const mcpServers = usesVersion2(store)
    ? servers.map((server) => ({ type: "stdio", ...server }))
    : servers;
  const result = await sendRequest<Response>(store, rpc, name, {
    ...request,
    mcpServers,
    ...extra,
  });
  if (servers.length < configured.length)
    nameMcpServers(store, name === "forkSession" ? result : { ...request, ...result }, configured);
  return result;
}

/** Adds the servers that were left out to the session, so that the user can see that they are missing. */
function nameMcpServers(
  store: AcpStore,
  opened: unknown,
  mcpServers: NonNullable<SessionSetup["mcpServers"]>,
): void {
  const sessionId = isObject(opened) ? opened["sessionId"] : undefined;
  if (typeof sessionId !== "string") return;
  const session = store.getState().sessions.get(sessionId);
  if (session === undefined || session.closed) return;
  isolateListenerErrors(() => store.openSession({ sessionId, mcpServers }));
}

/** Matches absolute paths of POSIX and of Windows, including network shares. */
const ABSOLUTE_PATH = /^(\/|\\\\|[a-z]:[\\/])/i;

/** @throws AcpConnectionError with reason `invalid_request` if a directory is a relative path. */
function assertAbsolutePaths({ cwd, additionalDirectories }: Omit<SessionRequest, "mcpServers">) {
  const fields = { cwd: [cwd], additionalDirectories: additionalDirectories ?? [] };
  for (const [field, paths] of Object.entries(fields)) {
    const relative = paths.find((path) => !ABSOLUTE_PATH.test(path));
    if (relative === undefined) continue;
    throw new AcpConnectionError(
      "invalid_request",
      `The ${field} of a session must be an absolute path, but ${JSON.stringify(relative)} is not. Pass a path such as "/home/me/project" or "C:\\\\project".`,
    );
  }
}
