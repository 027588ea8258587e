import { isObject } from "../json.js";
import type { ContentBlock } from "../state/content.js";
import type { AcpState } from "../state/state.js";
import type { PromptDisplay, QueuePromptOptions } from "../store/queueActions.js";
import type { ElicitationResponse } from "../store/requestTypes.js";
import type { AcpView } from "../store/view.js";
import type { SteerResult } from "./steering.js";
import type { NewSession, SessionInFolder, SessionPage, SessionRewind } from "./sessionRequests.js";

/** The arguments of the actions of a user, by name. A mirror asks its owner for them. */
export interface ActionArgs {
  /** Answers a permission request with one of its options. */
  readonly respondToPermission: readonly [permissionId: string, optionId: string];
  /** Answers a request for input, or declines it. */
  readonly respondToElicitation: readonly [elicitationId: string, answer: ElicitationResponse];
  /** Sends a prompt, or queues it while a turn is running. Resolves when its turn ends. */
  readonly prompt: readonly [
    sessionId: string,
    prompt: readonly ContentBlock[],
    options?: PromptDisplay,
  ];
  /**
   * Sends a message into the running turn, if the agent can take it. If not, it is queued, and without a
   * running turn it is sent as a prompt. Resolves when the agent has responded.
   */
  readonly steer: readonly [
    sessionId: string,
    prompt: readonly ContentBlock[],
    options?: PromptDisplay,
  ];
  /**
   * Sends the prompt of the newest turn again, which failed, was interrupted or was refused. Does nothing if
   * that has happened already. Resolves when the new turn ends.
   */
  readonly retryTurn: readonly [sessionId: string, turnId: string];
  /** Cancels the running turn of a session. */
  readonly cancel: readonly [sessionId: string];
  /** Stops the running turn, and sends a queued prompt next. */
  readonly sendNow: readonly [sessionId: string, id: string];
  /** Sets the mode of a session. */
  readonly setMode: readonly [sessionId: string, modeId: string];
  /** Sets the model of a session. */
  readonly setModel: readonly [sessionId: string, modelId: string];
  /** Sets a config option of a session. */
  readonly setConfigOption: readonly [sessionId: string, configId: string, value: string | boolean];
  /** Queues a prompt behind the running turn. */
  readonly queuePrompt: readonly [
    sessionId: string,
    prompt: readonly ContentBlock[],
    options?: QueuePromptOptions,
  ];
  /** Removes a prompt from the queue. */
  readonly unqueuePrompt: readonly [sessionId: string, id: string];
  /** Replaces the content of a queued prompt. */
  readonly editQueuedPrompt: readonly [
    sessionId: string,
    id: string,
    prompt: readonly ContentBlock[],
    options?: PromptDisplay,
  ];
  /** Moves a queued prompt to another index of the queue. */
  readonly moveQueuedPrompt: readonly [sessionId: string, id: string, index: number];
  /** Holds a queued prompt and those behind it, for example while it is edited. */
  readonly holdQueuedPrompt: readonly [sessionId: string, id: string];
  /** Releases a held prompt. */
  readonly releaseQueuedPrompt: readonly [sessionId: string, id: string];
  /** Releases the queue after a stop, a failure or a lost connection. */
  readonly releaseQueue: readonly [sessionId: string];
  /** Marks a session as read. */
  readonly markSessionRead: readonly [sessionId: string];
  /** Creates a session. */
  readonly newSession: readonly [request: NewSession];
  /** Loads an existing session, whose transcript the agent replays. */
  readonly loadSession: readonly [request: SessionInFolder];
  /** Resumes an existing session without a replay. */
  readonly resumeSession: readonly [request: SessionInFolder];
  /** Creates a copy of a session. */
  readonly forkSession: readonly [request: SessionInFolder];
  /**
   * Takes a conversation back to before a message of the user. `getRewindSupport` says whether the agent
   * can do that, and whether it needs a new session.
   */
  readonly rewindSession: readonly [request: SessionRewind];
  /** Adds a page of the agent's sessions to the catalog of the state. */
  readonly listSessions: readonly [request: SessionPage];
  /** Closes a session. */
  readonly closeSession: readonly [sessionId: string];
  /** Archives a session. */
  readonly archiveSession: readonly [sessionId: string];
  /** Moves a session out of the archive. */
  readonly unarchiveSession: readonly [sessionId: string];
  /** Deletes a session at the agent. */
  readonly deleteSession: readonly [sessionId: string];
  /** Renames a session. */
  readonly setSessionTitle: readonly [sessionId: string, title: string];
  /** Signs the user in. */
  readonly authenticate: readonly [methodId: string];
  /** Signs the user out. */
  readonly logout: readonly [];
  /** Asks the agent who is signed in. */
  readonly getAuthStatus: readonly [];
  /**
   * Sends an extension of the protocol, or a request of the application, which the owner's agent
   * carries out. The method begins with `_`. If sessions are hidden from a mirror, `params` need the
   * `sessionId` of one that it sees.
   */
  readonly request: readonly [method: string, params?: Readonly<Record<string, unknown>>];
}

/** The results of the actions whose result is used. The state has those of all others. */
export interface ActionResults {
  /** The new session. */
  readonly newSession: { readonly sessionId: string };
  /** The copy. */
  readonly forkSession: { readonly sessionId: string };
  /** The outcome of the message. */
  readonly steer: SteerResult;
  /** The session that continues the conversation: the same one, or a new one. */
  readonly rewindSession: { readonly sessionId: string };
  /** The end of the page, if there are more. The sessions are in the catalog of the state. */
  readonly listSessions: { readonly nextCursor?: string | null | undefined };
}

/** The name of an action. */
export type ActionName = keyof ActionArgs;

/** The name of an action that the store carries out. */
export type StoreActionName = Extract<ActionName, keyof AcpView>;

/** The name of an action that needs the agent. */
export type AgentActionName = Exclude<ActionName, StoreActionName>;

/** The actions that the store carries out. */
export type StoreActions = {
  readonly [Name in StoreActionName]: (...args: ActionArgs[Name]) => unknown;
};

/**
 * The actions that need the agent. The connection of `@acp-store/client` has these methods, like the
 * `actions` of a mirror.
 */
export type AgentActions = {
  readonly [Name in AgentActionName]: (
    ...args: ActionArgs[Name]
  ) => Promise<Name extends keyof ActionResults ? ActionResults[Name] : unknown>;
};

/**
 * The subject of an action, which its first argument names: a request that waits for the user, an open
 * session, a session that maybe only the agent has, or nothing. The params of an extension may name a
 * session.
 */
export type ActionSubject =
  | "agentSession"
  | "elicitation"
  | "extension"
  | "nothing"
  | "permission"
  | "session";

/** The subject of an action, and whether the store carries it out. */
export interface ActionRow {
  /** The subject of the action. */
  readonly about: ActionSubject;
  /** `store` if the store carries it out. Otherwise, the agent does. */
  readonly by?: "store" | undefined;
}

/** Every action. */
export const ACTIONS: {
  readonly [Name in ActionName]: ActionRow &
    (Name extends StoreActionName ? { readonly by: "store" } : { readonly by?: undefined });
} = {
  respondToPermission: { about: "permission", by: "store" },
  respondToElicitation: { about: "elicitation", by: "store" },
  newSession: { about: "nothing" },
  loadSession: { about: "agentSession" },
  resumeSession: { about: "agentSession" },
  listSessions: { about: "nothing" },
  forkSession: { about: "agentSession" },
  rewindSession: { about: "agentSession" },
  closeSession: { about: "session" },
  deleteSession: { about: "agentSession" },
  archiveSession: { about: "agentSession" },
  unarchiveSession: { about: "agentSession" },
  setSessionTitle: { about: "agentSession" },
  prompt: { about: "session" },
  steer: { about: "session" },
  retryTurn: { about: "session" },
  cancel: { about: "session" },
  setMode: { about: "session" },
  setModel: { about: "session" },
  setConfigOption: { about: "session" },
  authenticate: { about: "nothing" },
  logout: { about: "nothing" },
  getAuthStatus: { about: "nothing" },
  queuePrompt: { about: "session", by: "store" },
  unqueuePrompt: { about: "session", by: "store" },
  editQueuedPrompt: { about: "session", by: "store" },
  moveQueuedPrompt: { about: "session", by: "store" },
  holdQueuedPrompt: { about: "session", by: "store" },
  releaseQueuedPrompt: { about: "session", by: "store" },
  releaseQueue: { about: "session", by: "store" },
  markSessionRead: { about: "session", by: "store" },
  sendNow: { about: "session" },
  request: { about: "extension" },
};

/** Returns whether a text is the name of an action. */
export function isActionName(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name);
}

/** A method of the protocol, with the path of the capability that announces it. */
export type ProtocolMethod = readonly [name: string, capability?: string];

/** A method of the connection: its name in each protocol version that has it. */
export interface AgentMethod {
  /** The method of version 1. */
  readonly 1?: ProtocolMethod;
  /** The method of version 2. */
  readonly 2?: ProtocolMethod;
  /** Completes the sentence "This agent cannot …". */
  readonly action: string;
  /** The advice to the caller. */
  readonly hint?: string;
}

/**
 * The name of a method of the connection that sends a certain message to the agent: an action, or one that
 * only the owner of the connection has.
 */
export type AgentMethodName =
  | Exclude<AgentActionName, "request" | "retryTurn" | "rewindSession" | "sendNow" | "steer">
  | "cancelTerminal"
  | "cancelToolCall"
  | "disableProvider"
  | "getSessionStatus"
  | "listProviders"
  | "setProvider";

const STORE_IDS = "Store their ids to load them later.";
const NEW_SESSION = "Create one with newSession.";

/**
 * The methods that send a message of the protocol to the agent. In version 2, the `session`
 * capability covers loading, resuming, listing and closing.
 */
export const AGENT_METHODS: Readonly<Record<AgentMethodName, AgentMethod>> = {
  newSession: {
    1: ["session/new"],
    2: ["session/new"],
    action: "create sessions",
  },
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
  prompt: {
    1: ["session/prompt"],
    2: ["session/prompt"],
    action: "receive prompts",
  },
  cancel: {
    1: ["session/cancel"],
    2: ["session/cancel"],
    action: "cancel turns",
  },
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
  setModel: {
    1: ["session/set_model"],
    action: "switch models",
    hint: "Use setConfigOption.",
  },
  setConfigOption: {
    1: ["session/set_config_option"],
    2: ["session/set_config_option"],
    action: "change settings",
  },
  authenticate: {
    1: ["authenticate"],
    2: ["auth/login", "authMethods"],
    action: "sign users in",
  },
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

/** Returns the name of a method in the negotiated protocol version, if the agent supports it. */
export function findProtocolMethod(
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
