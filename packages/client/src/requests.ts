import type { AcpStore, ContentBlock } from "@acp-store/core";
import type { ListSessionsRequest, ListSessionsResponse } from "@agentclientprotocol/sdk";
import { agentSupports, type OptionalSessionMethod } from "./agentCapabilities.js";
import type { KnownSessionRequest, SessionRequest } from "./agentConnection.js";
import { AcpConnectionError } from "./errors.js";
import type { Link } from "./link.js";
import type { PromptResult } from "./promptQueue.js";
import { waitForTurnEnd } from "./waitForTurnEnd.js";

const usesVersion2 = (store: AcpStore): boolean => store.getState().protocolVersion === 2;

export function newSession(
  store: AcpStore,
  link: Link,
  request: SessionRequest,
): Promise<{ sessionId: string }> {
  return link.request("session/new", createSessionParams(store, request));
}

/**
 * Loads a session. Version 2 has one method for loading and resuming, with a parameter that asks
 * for the transcript.
 */
export async function loadSession(
  store: AcpStore,
  link: Link,
  request: KnownSessionRequest,
): Promise<void> {
  assertSupported(store, "load", "load sessions. Create one with newSession.");
  const params = createSessionParams(store, request);
  if (!usesVersion2(store)) await link.request("session/load", params);
  else await link.request("session/resume", { ...params, replayFrom: { type: "start" } });
}

export async function resumeSession(
  store: AcpStore,
  link: Link,
  request: KnownSessionRequest,
): Promise<void> {
  const hint = "Use loadSession, or create one with newSession.";
  assertSupported(store, "resume", `resume sessions. ${hint}`);
  await link.request("session/resume", createSessionParams(store, request));
}

export function listSessions(
  store: AcpStore,
  link: Link,
  request: ListSessionsRequest,
): Promise<ListSessionsResponse> {
  assertSupported(store, "list", "list its sessions. Store their ids to load them later.");
  return link.request("session/list", request);
}

export async function sendPrompt(
  store: AcpStore,
  link: Link,
  sessionId: string,
  prompt: readonly ContentBlock[],
): Promise<PromptResult> {
  const answer = await link.request<Partial<PromptResult> | null>("session/prompt", {
    sessionId,
    prompt,
  });
  // In version 2, the response only accepts the prompt.
  if (usesVersion2(store)) return waitForTurnEnd(store, sessionId);
  return { stopReason: answer?.stopReason ?? "unknown" };
}

export async function setMode(
  store: AcpStore,
  link: Link,
  sessionId: string,
  modeId: string,
): Promise<void> {
  if (usesVersion2(store))
    throw createUnsupportedError(
      `switch to mode "${modeId}": protocol version 2 has no modes. Use setConfigOption.`,
    );
  await link.request("session/set_mode", { sessionId, modeId });
}

export async function setConfigOption(
  store: AcpStore,
  link: Link,
  sessionId: string,
  configId: string,
  value: string | boolean,
): Promise<void> {
  const type = typeof value === "boolean" ? "boolean" : usesVersion2(store) ? "id" : undefined;
  const params = { sessionId, configId, value, ...(type && { type }) };
  await link.request("session/set_config_option", params);
}

export async function authenticate(store: AcpStore, link: Link, methodId: string): Promise<void> {
  await link.request(usesVersion2(store) ? "auth/login" : "authenticate", { methodId });
}

/** Closes a session. If the agent cannot close sessions, its running turn is cancelled instead. */
export async function closeSession(store: AcpStore, link: Link, sessionId: string): Promise<void> {
  if (agentSupports(store, "close")) await link.request("session/close", { sessionId });
  else if (store.getState().sessions.get(sessionId)?.openTurns.length)
    await link.notify("session/cancel", { sessionId });
}

function createSessionParams(
  store: AcpStore,
  { mcpServers = [], ...request }: SessionRequest,
): object {
  if (!usesVersion2(store)) return { ...request, mcpServers };
  return { ...request, mcpServers: mcpServers.map((server) => ({ type: "stdio", ...server })) };
}

function assertSupported(
  store: AcpStore,
  method: OptionalSessionMethod,
  actionAndHint: string,
): void {
  if (!agentSupports(store, method)) throw createUnsupportedError(actionAndHint);
}

function createUnsupportedError(actionAndHint: string): AcpConnectionError {
  return new AcpConnectionError("unsupported", `This agent cannot ${actionAndHint}`);
}
