import type * as sdk from "@agentclientprotocol/sdk";
import type { ClientCapabilities } from "@agentclientprotocol/sdk/unstable";
import type { ContentBlock, Frame, SessionId } from "@acp-store/core";
import type { ProcessDetails } from "./errors.js";

/**
 * A stream of the official SDK. A stream to a process may describe the process, and may continue an
 * earlier connection to it.
 */
export interface AgentStream extends sdk.Stream {
  /** Returns what is known about the running process, for the message of a request that timed out. */
  readonly getProcessDetails?: () => ProcessDetails;
  /**
   * Calls a listener with each line that the process writes to stderr. The store shows the lines to its
   * inspectors, so that they are part of logs and traces.
   */
  readonly onStderrLine?: (listener: (line: string) => void) => void;
  /**
   * All frames that earlier clients exchanged with the same agent process, oldest first. A server
   * that keeps the agent running while a page reloads passes them to the next page. The connection
   * continues where they end: the store observes them, and the agent is not initialized again. Open
   * turns keep running, and requests of the agent without an answer reach the handlers. Only for a
   * store without sessions.
   */
  readonly history?: readonly Frame[];
}

/**
 * A stream of the official SDK, or a function that opens one. Only a function can reconnect,
 * because it is called once per attempt.
 */
export type AgentSource = AgentStream | (() => AgentStream | Promise<AgentStream>);

/**
 * Handlers that read and write files for the agent (version 1 only). Only handlers that are present
 * are announced to the agent. An error thrown by a handler is sent to the agent.
 * {@link https://agentclientprotocol.com/protocol/v1/file-system}
 */
export interface FileSystemHandlers {
  /** Resolves with the text of a file, or with the requested lines of it. */
  readonly readTextFile?: (request: sdk.ReadTextFileRequest) => Promise<sdk.ReadTextFileResponse>;
  /** Replaces the content of a file and creates the file if it is missing. */
  readonly writeTextFile?: (request: sdk.WriteTextFileRequest) => Promise<void>;
}

/**
 * Handlers that run commands for the agent (version 1 only). An error thrown by a handler is sent
 * to the agent.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export interface TerminalHandlers {
  /** Starts a command and resolves with the id of its terminal. */
  create(request: sdk.CreateTerminalRequest): Promise<sdk.CreateTerminalResponse>;
  /** Resolves with the current output, and the exit status if the command has exited. */
  output(request: sdk.TerminalOutputRequest): Promise<sdk.TerminalOutputResponse>;
  /** Resolves with the exit status when the command exits. */
  waitForExit(request: sdk.WaitForTerminalExitRequest): Promise<sdk.WaitForTerminalExitResponse>;
  /** Ends the command but keeps its terminal, so that its output stays available. */
  kill(request: sdk.KillTerminalRequest): Promise<void>;
  /** Ends the command if it is running and frees its terminal. */
  release(request: sdk.ReleaseTerminalRequest): Promise<void>;
}

/**
 * Handles an extension request from the agent. The result is sent as the answer, `undefined` as
 * `null`. An error that the handler throws is sent to the agent. The signal is aborted when the
 * agent cancels the request, and when the connection is lost.
 * {@link https://agentclientprotocol.com/protocol/v1/extensibility}
 */
export type ExtensionRequestHandler = (
  params: unknown,
  context: { readonly signal: AbortSignal },
) => unknown;

/**
 * Handles an extension notification from the agent. An error that the handler throws is reported as
 * an uncaught error.
 * {@link https://agentclientprotocol.com/protocol/v1/extensibility}
 */
export type ExtensionNotificationHandler = (params: unknown) => void;

/**
 * A sign-in method for which the client runs the agent's own program in a terminal, in either
 * protocol version.
 * {@link https://agentclientprotocol.com/protocol/v1/authentication#terminal-authentication}
 */
export interface TerminalLogin {
  /** The agent's id of the sign-in method. */
  readonly id: string;
  /** The name for display. */
  readonly name: string;
  /** A description for display. */
  readonly description?: string;
  /** The arguments to append to the agent's command line. */
  readonly args: readonly string[];
  /** The environment variables to set, which replace variables of the same name. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs the agent's program in a terminal in which the user can type, with the same command and
 * environment as the connected agent, and the given arguments and variables in addition. Resolves
 * when the program exits with code 0, and rejects if it ends in any other way.
 */
export type TerminalLoginHandler = (login: TerminalLogin) => Promise<void>;

/**
 * The schedule for reconnecting after the connection is lost. The delay doubles with each attempt,
 * up to `maxDelay`, and is shortened at random by up to half.
 */
export interface ReconnectOptions {
  /**
   * The number of attempts before the connection closes permanently. They start over once a connection
   * has lasted for 30 seconds. Default: 6.
   */
  readonly attempts?: number;
  /** The delay before the first attempt, in milliseconds. Default: 500. */
  readonly minDelay?: number;
  /** The maximum delay between attempts, in milliseconds. Default: 30,000. */
  readonly maxDelay?: number;
}

/** Saved sessions, such as the `Persistence` of `@acp-store/persist`. */
export interface SavedSessionSource {
  /** Restores the saved sessions in the store that is being connected. */
  restore(): Promise<unknown>;
}

/**
 * Changes to the capabilities that are announced to the agent. Objects are merged, at every depth.
 * `false` switches a capability off.
 */
export type CapabilityChanges<Capabilities = ClientCapabilities> = {
  readonly [Name in keyof Capabilities]?:
    | Capabilities[Name]
    | CapabilityChanges<NonNullable<Capabilities[Name]>>
    | false;
};

/** A session that is being opened. */
export interface OpenedFolder {
  /** The working directory, an absolute path. */
  readonly cwd: string;
  /** The id of the session. Absent for a new one. In a request to fork, the session to copy. */
  readonly sessionId?: string;
}

/** The options of {@link connectAgent}. */
export interface ConnectOptions {
  /** The name and version of this client, sent to the agent. Default: `acp-store`, version `0`. */
  readonly clientInfo?: sdk.Implementation;
  /**
   * Changes to the capabilities that are announced to the agent, with the field names of version 1.
   * Objects are merged, and `false` switches a capability off: the agent's requests for it are
   * refused. By default, the client announces what the store understands (forms and pages for the
   * user, notices, compaction, subagents, plan updates and boolean settings), and what `fs`,
   * `terminal` and `terminalLogin` handle.
   */
  readonly capabilities?: CapabilityChanges;
  /** The protocol versions to offer, in order of preference. Default: `[2, 1]`. */
  readonly protocolVersions?: readonly (1 | 2)[];
  /**
   * The time the agent has to answer `initialize` and each request that opens a session, in
   * milliseconds, or `false` for no limit. Default: 30,000, and 120,000 for requests that replay a
   * transcript.
   */
  readonly requestTimeout?: number | false;
  /**
   * The time the agent has to confirm a cancel, in milliseconds, or `false` for no limit. After
   * that, the turn ends as cancelled without the agent. Default: 30,000.
   */
  readonly cancelTimeout?: number | false;
  /** The file handlers. Without them, the agent cannot use the client's file system. */
  readonly fs?: FileSystemHandlers;
  /**
   * The terminal handlers. Without them, the agent cannot run commands through the client. Cancelling
   * a turn kills the commands that were started in it.
   */
  readonly terminal?: TerminalHandlers;
  /**
   * Runs the agent's program in a terminal, so that the user can sign in there. Without it, agents do
   * not offer sign-in methods that need a terminal. `authenticate` calls it.
   */
  readonly terminalLogin?: TerminalLoginHandler;
  /**
   * Returns the MCP servers of a session that is created, forked, loaded or resumed, even if the client
   * opens it again after a reconnect. Called for each request that names no `mcpServers`. Servers whose
   * transport the agent has not announced are left out, because it would refuse the session. The state
   * has the names and transports of all of them. Everything else is sent to the agent only, so it is
   * neither saved nor mirrored.
   * {@link https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers}
   */
  readonly mcpServers?: (session: OpenedFolder) => readonly sdk.McpServer[];
  /**
   * Called before each prompt is sent, from whatever place it comes: this application, a queue or another
   * window. Resolves with the blocks to send, which may be others: by default they are shown as the
   * user's message. The prompt waits for it. If it rejects, the prompt is not sent: `prompt` rejects with
   * the same error, and a queued prompt that nobody waits for is held at the start of the queue.
   */
  readonly beforePrompt?: (
    sessionId: SessionId,
    prompt: readonly ContentBlock[],
  ) => Promise<readonly ContentBlock[]>;
  /**
   * Handlers of extension requests from the agent, by method name. Other unknown requests are
   * answered with the error -32601.
   */
  readonly onRequest?: Readonly<Record<string, ExtensionRequestHandler>>;
  /** Handlers of extension notifications from the agent, by method name. */
  readonly onNotification?: Readonly<Record<string, ExtensionNotificationHandler>>;
  /**
   * The reconnect schedule, or `false` to close the connection when it is lost. Only applies if the
   * source is a function. Default: reconnect with the default schedule.
   */
  readonly reconnect?: false | ReconnectOptions;
  /**
   * Restores the saved sessions before the connection is opened. The first prompt, setting, fork or
   * extension request for a session opens it at the agent and waits for that. A session that was saved
   * during a turn is opened at once, because its end is missing. A session is loaded if it was saved during
   * a turn or the agent cannot resume it, and resumed otherwise. A session that the agent cannot open
   * stays in the store, and `session.detached` has the reason. Sessions of an earlier connection of the
   * store, and those that are restored later, are opened in the same way. Closing the connection does not
   * stop the saving.
   */
  readonly persistence?: SavedSessionSource;
  /** Closes the connection when aborted, even while it is still being established. */
  readonly signal?: AbortSignal;
}
