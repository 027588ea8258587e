import type { Frame } from "@acp-store/core";
import { readdirSync, readFileSync } from "node:fs";
import { type HeardCall, hearRequestedCall, hearToolCall, stopCalls } from "./heardCalls.js";

const FOLDER = new URL("../fixtures/recordings/", import.meta.url);

/** Every recording there is. */
export const ALL_RECORDINGS: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".jsonl"))
  .map((file) => file.slice(0, -".jsonl".length))
  .toSorted();

export function recordedFrames(name: string): Frame[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, FOLDER), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Frame);
}

type Id = string | number;
type Json = Record<string, unknown>;

export interface HeardSession {
  readonly calls: Map<string, HeardCall>;
  /** All that was said, by role. */
  readonly said: Record<"user" | "agent" | "thought", string>;
  /** The keys of the messages that the agent gave an id. */
  readonly messages: Set<string>;
  readonly prompts: Id[];
  /** `asked`: to stop. `stopped`: the agent confirmed it, and nothing has begun since. */
  stop?: "asked" | "stopped" | undefined;
}

/** What a recording says, read frame by frame without the store: to compare the store with. */
export interface Heard {
  version: 1 | 2;
  readonly sessions: Map<string, HeardSession>;
  readonly waiting: { readonly id: Id; readonly sessionId: string; readonly prompt?: Id }[];
}

export function nothingHeard(): Heard {
  return { version: 1, sessions: new Map(), waiting: [] };
}

export function hear(heard: Heard, { dir, msg }: Frame): void {
  const message = msg as { id?: Id; method?: string; params?: Json; result?: Json };
  if (message.method === undefined) hearAnswer(heard, dir, message);
  else if (dir === "sent") hearClient(heard, message.method, message.id, message.params ?? {});
  else hearAgent(heard, message.method, message.id, message.params ?? {});
}

function hearAnswer(heard: Heard, dir: Frame["dir"], message: { id?: Id; result?: Json }): void {
  if (dir === "sent") return forget(heard, ({ id }) => id === message.id);
  if (message.result?.["protocolVersion"] === 2) heard.version = 2;
  for (const session of heard.sessions.values()) {
    const position = session.prompts.indexOf(message.id as Id);
    if (position < 0 || heard.version === 2) continue;
    session.prompts.splice(position, 1);
    if (session.stop === "asked") session.stop = "stopped";
    forget(heard, ({ prompt }) => prompt === message.id);
  }
}

function hearClient(heard: Heard, method: string, id: Id | undefined, params: Json): void {
  const sessionId = params["sessionId"] as string;
  if (method === "session/load") heard.sessions.delete(sessionId);
  if (method === "session/prompt" && id !== undefined) {
    const session = sessionAt(heard, sessionId);
    session.prompts.push(id);
    session.stop = undefined;
    session.said.user += textOf(params["prompt"]);
  }
  if (method !== "session/cancel") return;
  forget(heard, (waiting) => waiting.sessionId === sessionId);
  const session = sessionAt(heard, sessionId);
  stopCalls(session.calls);
  if (session.prompts.length > 0) session.stop = "asked";
}

function hearAgent(heard: Heard, method: string, id: Id | undefined, params: Json): void {
  if (method === "$/cancel_request") forget(heard, (item) => item.id === params["requestId"]);
  if (method === "session/update") hearUpdate(heard, params);
  if (method !== "session/request_permission" || id === undefined) return;
  const sessionId = params["sessionId"] as string;
  const { calls, prompts } = sessionAt(heard, sessionId);
  const [prompt] = prompts;
  heard.waiting.push({ id, sessionId, ...(prompt !== undefined && { prompt }) });
  hearRequestedCall(heard.version, calls, params);
}

function hearUpdate(heard: Heard, params: Json): void {
  const session = sessionAt(heard, params["sessionId"] as string);
  const update = params["update"] as Json;
  const kind = update["sessionUpdate"] as string;
  if (kind.startsWith("tool_call")) hearToolCall(heard.version, session.calls, update);
  if (kind === "state_update" && update["state"] === "idle" && session.stop === "asked")
    session.stop = "stopped";
  const role = /^(user|agent)_(message|thought)_chunk$/.exec(kind);
  if (role === null || (role[1] === "user" && session.prompts.length > 0)) return;
  const speaker = role[2] === "thought" ? "thought" : (role[1] as "user" | "agent");
  const value = textOf([update["content"]]);
  session.said[speaker] += value;
  const messageId = update["messageId"];
  if (value !== "" && typeof messageId === "string")
    session.messages.add(`${speaker}:${messageId}`);
}

function forget(heard: Heard, isMeant: (item: Heard["waiting"][number]) => boolean): void {
  const kept = heard.waiting.filter((item) => !isMeant(item));
  heard.waiting.splice(0, Infinity, ...kept);
}

function sessionAt(heard: Heard, sessionId: string): HeardSession {
  const known = heard.sessions.get(sessionId);
  if (known !== undefined) return known;
  const said = { user: "", agent: "", thought: "" };
  const session = { calls: new Map(), said, messages: new Set<string>(), prompts: [] };
  heard.sessions.set(sessionId, session);
  return session;
}

/** The text of blocks, one after the other. */
export function textOf(blocks: unknown): string {
  const list = Array.isArray(blocks) ? (blocks as Json[]) : [];
  return list.map((block) => (block["type"] === "text" ? block["text"] : "?")).join("");
}
