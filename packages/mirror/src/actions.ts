import type {
  ContentBlock,
  ElicitationResponse,
  PromptDisplay,
  QueuePromptOptions,
} from "@acp-store/core";

/**
 * The parameters of a session that a mirror creates. MCP servers are programs that the agent starts,
 * so only the owner can add them.
 */
export interface MirrorSessionRequest {
  /** The absolute path of the session's working directory. */
  readonly cwd: string;
  /** Other directories that the agent may use. */
  readonly additionalDirectories?: readonly string[];
}

/** The parameters of an existing session that a mirror opens or copies. */
export interface MirrorKnownSessionRequest extends MirrorSessionRequest {
  /** The session to open, or the one to copy. */
  readonly sessionId: string;
}

/** The parameters of a page of the agent's sessions. */
export interface MirrorListRequest {
  /** Lists only the sessions in this directory. */
  readonly cwd?: string;
  /** The end of the previous page. */
  readonly cursor?: string;
  /** Whether archived sessions are listed. Default: they are not. */
  readonly archived?: "exclude" | "include" | "only";
}

/** The arguments of the actions that a mirror can ask its owner for, by name. */
export interface MirrorActionArgs {
  /** Answers a permission request with one of its options. */
  readonly respondToPermission: readonly [permissionId: string, optionId: string];
  /** Answers a request for input, or declines it. */
  readonly respondToElicitation: readonly [elicitationId: string, answer: ElicitationResponse];
  /** Sends a prompt. The result arrives when its turn ends. */
  readonly prompt: readonly [
    sessionId: string,
    prompt: readonly ContentBlock[],
    options: PromptDisplay,
  ];
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
    options: QueuePromptOptions,
  ];
  /** Removes a prompt from the queue. */
  readonly unqueuePrompt: readonly [sessionId: string, id: string];
  /** Replaces the content of a queued prompt. */
  readonly editQueuedPrompt: readonly [
    sessionId: string,
    id: string,
    prompt: readonly ContentBlock[],
    options: PromptDisplay,
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
  readonly newSession: readonly [request: MirrorSessionRequest];
  /** Loads an existing session, whose transcript the agent replays. */
  readonly loadSession: readonly [request: MirrorKnownSessionRequest];
  /** Resumes an existing session without a replay. */
  readonly resumeSession: readonly [request: MirrorKnownSessionRequest];
  /** Creates a copy of a session. */
  readonly forkSession: readonly [request: MirrorKnownSessionRequest];
  /** Adds a page of the agent's sessions to the catalog of the state. */
  readonly listSessions: readonly [request: MirrorListRequest];
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
   * Sends an extension of the protocol, or a request of the application, which the owner's `agent`
   * carries out. The method begins with `_`. If sessions are hidden from the mirror, `params` need the
   * `sessionId` of one that it sees.
   */
  readonly request: readonly [method: string, params: Readonly<Record<string, unknown>>];
}

/** The results of the actions whose result is validated. All others resolve with what the owner returns. */
export interface MirrorActionResults {
  /** The new session. */
  readonly newSession: { readonly sessionId: string };
  /** The copy. */
  readonly forkSession: { readonly sessionId: string };
  /** The end of the page, if there are more. The sessions are in the catalog of the state. */
  readonly listSessions: { readonly nextCursor?: string };
}

/** The name of an action. */
export type MirrorActionName = keyof MirrorActionArgs;

/** An action that a mirror asks for. */
export type MirrorAction = {
  [Name in MirrorActionName]: {
    /** The name of the action, that of the method of `mirror.actions`. */
    readonly name: Name;
    /** The arguments, validated. */
    readonly args: MirrorActionArgs[Name];
    /** The session that the action is about. Absent if it is about no session, or about a new one. */
    readonly sessionId?: string;
  };
}[MirrorActionName];
