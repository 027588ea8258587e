import type { AcpStore, ContentBlock } from "@acp-store/core";
import type { ListSessionsRequest, ListSessionsResponse } from "@agentclientprotocol/sdk";
import type { KnownSessionRequest, SessionRequest } from "./agentConnection.js";
import { type Ability, can } from "./abilities.js";
import { AcpConnectionError } from "./errors.js";
import type { Link } from "./link.js";
import type { PromptResult } from "./promptQueue.js";
import { turnEnd } from "./turnEnd.js";

const isVersion2 = (store: AcpStore): boolean => store.getState().protocolVersion === 2;

export function newSession(
  store: AcpStore,
  link: Link,
  request: SessionRequest,
): Promise<{ sessionId: string }> {
  return link.request("session/new", setup(store, request));
}

/** Version 2 has one method for both; it sends the transcript if it is asked to. */
export async function loadSession(
  store: AcpStore,
  link: Link,
  request: KnownSessionRequest,
): Promise<void> {
  need(store, "load", "load sessions. Open a new one with newSession.");
  const params = setup(store, request);
  if (!isVersion2(store)) await link.request("session/load", params);
  else await link.request("session/resume", { ...params, replayFrom: { type: "start" } });
}

export async function resumeSession(
  store: AcpStore,
  link: Link,
  request: KnownSessionRequest,
): Promise<void> {
  need(store, "resume", "resume sessions. Try loadSession, or open a new one with newSession.");
  await link.request("session/resume", setup(store, request));
}

export function listSessions(
  store: AcpStore,
  link: Link,
  request: ListSessionsRequest,
): Promise<ListSessionsResponse> {
  need(store, "list", "list its sessions. Keep their ids to load them again.");
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
  // In version 2 that was only the acceptance.
  if (isVersion2(store)) return turnEnd(store, sessionId);
  return { stopReason: answer?.stopReason ?? "unknown" };
}

export async function setMode(
  store: AcpStore,
  link: Link,
  sessionId: string,
  modeId: string,
): Promise<void> {
  if (isVersion2(store))
    throw unsupported("switch modes (version 2 has none). Use setConfigOption.");
  await link.request("session/set_mode", { sessionId, modeId });
}

export async function setConfigOption(
  store: AcpStore,
  link: Link,
  sessionId: string,
  configId: string,
  value: string | boolean,
): Promise<void> {
  const type = typeof value === "boolean" ? "boolean" : isVersion2(store) ? "id" : undefined;
  const params = { sessionId, configId, value, ...(type && { type }) };
  await link.request("session/set_config_option", params);
}

export async function authenticate(store: AcpStore, link: Link, methodId: string): Promise<void> {
  await link.request(isVersion2(store) ? "auth/login" : "authenticate", { methodId });
}

/** An agent that cannot close sessions is at least to stop working on this one. */
export async function endSession(store: AcpStore, link: Link, sessionId: string): Promise<void> {
  if (can(store, "close")) await link.request("session/close", { sessionId });
  else if (store.getState().sessions.get(sessionId)?.openTurns.length)
    await link.notify("session/cancel", { sessionId });
}

function setup(store: AcpStore, { mcpServers = [], ...request }: SessionRequest): object {
  if (!isVersion2(store)) return { ...request, mcpServers };
  return { ...request, mcpServers: mcpServers.map((server) => ({ type: "stdio", ...server })) };
}

function need(store: AcpStore, ability: Ability, what: string): void {
  if (!can(store, ability)) throw unsupported(what);
}

function unsupported(what: string): AcpConnectionError {
  return new AcpConnectionError("unsupported", `This agent cannot ${what}`);
}
