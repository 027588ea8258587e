import type { AcpState, AcpStore } from "@acp-store/core";
import type { AgentConnection } from "./agentConnection.js";
import { AcpConnectionError } from "./errors.js";
import { isObject } from "./isObject.js";

/** The name of a method of the connection that sends a certain message to the agent. */
export type AgentMethodName = Exclude<
  keyof AgentConnection,
  "request" | "notify" | "sendNow" | "close" | "closed"
>;

/** A method of the protocol, with the path of the capability that announces it. */
type ProtocolMethod = readonly [name: string, capability?: string];

/** A method of the connection: its name in each protocol version that has it. */
interface AgentMethod {
  readonly 1?: ProtocolMethod;
  readonly 2?: ProtocolMethod;
  /** Completes the sentence "This agent cannot …". */
  readonly action: string;
  /** The advice to the caller. */
  readonly hint?: string;
}

const STORE_IDS = "Store their ids to load them later.";
const NEW_SESSION = "Create one with newSession.";

/**
 * The methods that send a message of the protocol to the agent. In version 2, the `session`
 * capability covers loading, resuming, listing and closing.
 */
export const AGENT_METHODS: Readonly<Record<AgentMethodName, AgentMethod>> = {
  newSession: { 1: ["session/new"], 2: ["session/new"], action: "create sessions" },
  loadSession: {
    1: ["session/load", "loadSession"],
    2: ["session/resume", "session"],
    action: "load sessions",
    hint: NEW_SESSION,
  },
  resumeSession: {
    1: ["session/resume", "sessionCapabilities.resume"],
    2: ["session/resume", "session"],
    action: "resume sessions",
    hint: "Use loadSession, or create one with newSession.",
  },
  listSessions: {
    1: ["session/list", "sessionCapabilities.list"],
    2: ["session/list", "session"],
    action: "list its sessions",
    hint: STORE_IDS,
  },
  forkSession: {
    1: ["session/fork", "sessionCapabilities.fork"],
    2: ["session/fork", "session.fork"],
    action: "fork sessions",
    hint: NEW_SESSION,
  },
  closeSession: {
    1: ["session/close", "sessionCapabilities.close"],
    2: ["session/close", "session"],
    action: "close sessions",
  },
  deleteSession: {
    1: ["session/delete", "sessionCapabilities.delete"],
    2: ["session/delete", "session.delete"],
    action: "delete sessions",
  },
  archiveSession: {
    1: ["session/archive", "sessionCapabilities.archive"],
    2: ["session/archive", "session.archive"],
    action: "archive sessions",
  },
  unarchiveSession: {
    1: ["session/unarchive", "sessionCapabilities.archive"],
    2: ["session/unarchive", "session.archive"],
    action: "unarchive sessions",
  },
  setSessionTitle: {
    1: ["session/set_title", "sessionCapabilities.title"],
    2: ["session/set_title", "session.title"],
    action: "rename sessions",
  },
  getSessionStatus: {
    1: ["session/status", "sessionCapabilities.status"],
    2: ["session/status", "session.status"],
    action: "report whether a session is open",
  },
  prompt: { 1: ["session/prompt"], 2: ["session/prompt"], action: "receive prompts" },
  cancel: { 1: ["session/cancel"], 2: ["session/cancel"], action: "cancel turns" },
  cancelToolCall: {
    2: ["tool_call/cancel"],
    action: "cancel a single tool call",
    hint: "Use cancel to cancel the turn.",
  },
  cancelTerminal: {
    2: ["terminal/cancel"],
    action: "cancel a single terminal",
    hint: "Use cancel to cancel the turn.",
  },
  setMode: {
    1: ["session/set_mode"],
    action: "switch modes",
    hint: "Protocol version 2 has no modes. Use setConfigOption.",
  },
  setModel: { 1: ["session/set_model"], action: "switch models", hint: "Use setConfigOption." },
  setConfigOption: {
    1: ["session/set_config_option"],
    2: ["session/set_config_option"],
    action: "change settings",
  },
  authenticate: { 1: ["authenticate"], 2: ["auth/login", "authMethods"], action: "sign users in" },
  logout: {
    1: ["logout", "auth.logout"],
    2: ["auth/logout", "authMethods"],
    action: "sign users out",
  },
  getAuthStatus: {
    1: ["auth/status", "auth.status"],
    2: ["auth/status", "auth.status"],
    action: "report who is signed in",
  },
  listProviders: {
    1: ["providers/list", "providers"],
    2: ["providers/list", "providers"],
    action: "list model providers",
  },
  setProvider: {
    1: ["providers/set", "providers"],
    2: ["providers/set", "providers"],
    action: "configure model providers",
  },
  disableProvider: {
    1: ["providers/disable", "providers"],
    2: ["providers/disable", "providers"],
    action: "disable model providers",
  },
};

/**
 * Returns whether the agent announced support for a method of the connection. If not, the method
 * rejects with the reason `unsupported`. Use it to show only the actions that work.
 *
 * @example
 * ```ts
 * const canFork = agentSupports(store.getState(), "forkSession");
 * ```
 */
export function agentSupports(
  state: Pick<AcpState, "agent" | "protocolVersion">,
  name: AgentMethodName,
): boolean {
  return findProtocolMethod(state, name) !== undefined;
}

/**
 * Returns the name of a method in the negotiated protocol version.
 *
 * @throws AcpConnectionError with reason `unsupported` if the agent does not support the method.
 */
export function getProtocolMethod(store: AcpStore, name: AgentMethodName): string {
  const found = findProtocolMethod(store.getState(), name);
  if (found !== undefined) return found;
  throw createUnsupportedError(name);
}

/** Returns the error for a method that the agent does not support. */
export function createUnsupportedError(name: AgentMethodName): AcpConnectionError {
  const { action, hint } = AGENT_METHODS[name];
  const message = `This agent cannot ${action}.`;
  return new AcpConnectionError("unsupported", hint === undefined ? message : `${message} ${hint}`);
}

function findProtocolMethod(
  { agent, protocolVersion }: Pick<AcpState, "agent" | "protocolVersion">,
  name: AgentMethodName,
): string | undefined {
  const [method, capability] = AGENT_METHODS[name][protocolVersion] ?? [];
  const { capabilities, authMethods = [] } = agent;
  const announced = { ...capabilities, ...(authMethods.length > 0 && { authMethods }) };
  return capability === undefined || isAnnounced(announced, capability) ? method : undefined;
}

/** Returns whether a capability is present: an object, or `true` in version 1. */
function isAnnounced(announced: object, path: string): boolean {
  let value: unknown = announced;
  for (const name of path.split(".")) value = isObject(value) ? value[name] : undefined;
  return value != null && value !== false;
}
