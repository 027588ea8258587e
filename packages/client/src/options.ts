import type {
  ClientCapabilities,
  CreateTerminalRequest,
  CreateTerminalResponse,
  Implementation,
  KillTerminalRequest,
  ReadTextFileRequest,
  ReadTextFileResponse,
  ReleaseTerminalRequest,
  Stream,
  TerminalOutputRequest,
  TerminalOutputResponse,
  WaitForTerminalExitRequest,
  WaitForTerminalExitResponse,
  WriteTextFileRequest,
} from "@agentclientprotocol/sdk";

/**
 * A stream of the official SDK, or a function that opens one. Only a function can reconnect,
 * because it is called once per attempt.
 */
export type AgentSource = Stream | (() => Stream | Promise<Stream>);

/**
 * Handlers that read and write files for the agent (version 1 only). Only handlers that are present
 * are announced to the agent. An error thrown by a handler is sent to the agent.
 * {@link https://agentclientprotocol.com/protocol/v1/file-system}
 */
export interface FileSystemHandlers {
  /** Resolves with the text of a file, or with the requested lines of it. */
  readonly readTextFile?: (request: ReadTextFileRequest) => Promise<ReadTextFileResponse>;
  /** Replaces the content of a file and creates the file if it is missing. */
  readonly writeTextFile?: (request: WriteTextFileRequest) => Promise<void>;
}

/**
 * Handlers that run commands for the agent (version 1 only). An error thrown by a handler is sent
 * to the agent.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export interface TerminalHandlers {
  /** Starts a command and resolves with the id of its terminal. */
  create(request: CreateTerminalRequest): Promise<CreateTerminalResponse>;
  /** Resolves with the current output, and the exit status if the command has exited. */
  output(request: TerminalOutputRequest): Promise<TerminalOutputResponse>;
  /** Resolves with the exit status when the command exits. */
  waitForExit(request: WaitForTerminalExitRequest): Promise<WaitForTerminalExitResponse>;
  /** Ends the command but keeps its terminal, so that its output stays available. */
  kill(request: KillTerminalRequest): Promise<void>;
  /** Ends the command if it is running and frees its terminal. */
  release(request: ReleaseTerminalRequest): Promise<void>;
}

/**
 * The schedule for reconnecting after the connection is lost. The delay doubles with each attempt,
 * up to `maxDelay`, and is shortened at random by up to half.
 */
export interface ReconnectOptions {
  /** The number of attempts in a row before the connection closes permanently. Default: 6. */
  readonly attempts?: number;
  /** The delay before the first attempt, in milliseconds. Default: 500. */
  readonly minDelay?: number;
  /** The maximum delay between attempts, in milliseconds. Default: 30,000. */
  readonly maxDelay?: number;
}

/** The options of {@link connectAgent}. */
export interface ConnectOptions {
  /** The name and version of this client, sent to the agent. Default: `acp-store`, version `0`. */
  readonly clientInfo?: Implementation;
  /**
   * Client capabilities to announce. They are merged over the ones derived from `fs` and
   * `terminal`, one top-level field at a time.
   */
  readonly capabilities?: ClientCapabilities;
  /** The protocol versions to offer, in order of preference. Default: `[2, 1]`. */
  readonly protocolVersions?: readonly (1 | 2)[];
  /** The time the agent has to answer `initialize`, in milliseconds. Default: 30,000. */
  readonly initializeTimeout?: number;
  /** The file handlers. Without them, the agent cannot use the client's file system. */
  readonly fs?: FileSystemHandlers;
  /** The terminal handlers. Without them, the agent cannot run commands through the client. */
  readonly terminal?: TerminalHandlers;
  /**
   * The reconnect schedule, or `false` to close the connection when it is lost. Only applies if the
   * source is a function. Default: reconnect with the default schedule.
   */
  readonly reconnect?: false | ReconnectOptions;
  /** Closes the connection when aborted, even while it is still being established. */
  readonly signal?: AbortSignal;
}
