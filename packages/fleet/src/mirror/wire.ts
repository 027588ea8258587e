import { isCount, isObject, parseObject } from "../parseMessage.js";
import type { AgentEntry, AgentStatus } from "../view/fleetView.js";

// The channels of a link between a fleet and a page. Each message of the directory is a JSON object with
// a `type`. A message of an unknown type is skipped, so that both ends may have different releases.

/** The channel with the list of agents, and the requests of pages. */
export const DIRECTORY = "fleet";

/** The major version of the messages. A page with another one does not show the agents. */
export const FLEET_VERSION = 1;

/** The reason with which a server closes the link of a page that it does not admit. */
export const NOT_ADMITTED = "not_admitted";

const AGENT_PREFIX = "agent/";

/** Returns the name of the channel of an agent's mirror. */
export function channelOfAgent(agentId: string): string {
  return AGENT_PREFIX + agentId;
}

/** Returns the agent whose mirror uses a channel. */
export function agentOfChannel(name: string): string | undefined {
  return name.startsWith(AGENT_PREFIX) ? name.slice(AGENT_PREFIX.length) : undefined;
}

const REVIEW_PREFIX = "review/";

/** Returns the name of the channel with the review of a folder. */
export function channelOfReview(folder: string): string {
  return REVIEW_PREFIX + folder;
}

/** Returns the folder whose review uses a channel. */
export function reviewOfChannel(name: string): string | undefined {
  return name.startsWith(REVIEW_PREFIX) ? name.slice(REVIEW_PREFIX.length) : undefined;
}

/** A message from a fleet to a page. */
export type DirectoryMessage =
  /** All agents that the page sees: at first, and after each change. */
  | {
      readonly type: "agents";
      readonly v: number;
      readonly agents: readonly AgentEntry[];
      /** Whether the page may start and stop agents. */
      readonly manages: boolean;
      /** The folders whose reviews the page may open. */
      readonly reviews: readonly string[];
    }
  /** Sent regularly, so that the page notices a broken link. */
  | { readonly type: "alive" }
  /** News about a call that has no result yet. */
  | { readonly type: "progress"; readonly id: number; readonly progress?: unknown }
  | { readonly type: "result"; readonly id: number; readonly result?: unknown }
  | {
      readonly type: "refused";
      readonly id: number;
      readonly reason: CallRefusal;
      readonly message: string;
    };

/** The reason the fleet did not carry out a call. */
export type CallRefusal = "failed" | "forbidden";

/** A message from a page to a fleet: a call of one of the methods, or of one of the application. */
export interface CallMessage {
  readonly type: "call";
  /** Counts up on each link. */
  readonly id: number;
  readonly method: string;
  readonly params?: unknown;
}

/** A message from a page to a fleet: the page does not wait for the result of a call any longer. */
export interface CancelMessage {
  readonly type: "cancel";
  readonly id: number;
}

export function encode(message: CallMessage | CancelMessage | DirectoryMessage): string {
  return JSON.stringify(message);
}

/** Returns the message of a page, or `undefined` if the text is not one. */
export function parsePageMessage(text: string): CallMessage | CancelMessage | undefined {
  const { type, id, method, params } = parseObject(text);
  if (!isCount(id)) return undefined;
  if (type === "cancel") return { type, id };
  if (type !== "call" || typeof method !== "string") return undefined;
  return { type, id, method, params };
}

/** Returns a message of the directory, or `undefined` if the text is not one. */
export function parseDirectoryMessage(text: string): DirectoryMessage | undefined {
  const message = parseObject(text);
  const { type, id } = message;
  switch (type) {
    case "agents": {
      const { v, agents, manages, reviews } = message;
      if (!isCount(v) || !Array.isArray(agents)) return undefined;
      const entries = agents.flatMap((agent: unknown) => parseEntry(agent) ?? []);
      const folders = isTextList(reviews) ? reviews : [];
      return { type, v, agents: entries, manages: manages === true, reviews: folders };
    }
    case "alive":
      return { type };
    case "progress":
      return isCount(id) ? { type, id, progress: message["progress"] } : undefined;
    case "result":
      return isCount(id) ? { type, id, result: message["result"] } : undefined;
    case "refused":
      if (!isCount(id)) return undefined;
      return {
        type,
        id,
        reason: message["reason"] === "forbidden" ? "forbidden" : "failed",
        message: String(message["message"]),
      };
    default:
      return undefined;
  }
}

const STATUSES: Readonly<Record<AgentStatus, true>> = {
  stopped: true,
  starting: true,
  running: true,
  failed: true,
};

function parseEntry(value: unknown): AgentEntry | undefined {
  if (!isObject(value)) return undefined;
  const { id, name, icon, cwd, commandLine, status, reason } = value;
  if (typeof id !== "string" || typeof name !== "string" || !isStatus(status)) return undefined;
  return {
    id,
    name,
    status,
    ...(typeof icon === "string" && { icon }),
    ...(typeof cwd === "string" && { cwd }),
    ...(isTextList(commandLine) && { commandLine }),
    ...(typeof reason === "string" && { reason }),
  };
}

function isStatus(value: unknown): value is AgentStatus {
  return typeof value === "string" && Object.hasOwn(STATUSES, value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
