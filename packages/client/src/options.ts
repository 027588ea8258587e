import type {
  ClientCapabilities,
  CreateTerminalRequest,
  CreateTerminalResponse,
  Implementation,
  KillTerminalRequest,
  ReadTextFileRequest,
  ReadTextFileResponse,
  ReleaseTerminalRequest,
  TerminalOutputRequest,
  TerminalOutputResponse,
  WaitForTerminalExitRequest,
  WaitForTerminalExitResponse,
  WriteTextFileRequest,
} from "@agentclientprotocol/sdk";
import type { MessageStream } from "./tapStream.js";

/** A stream of the SDK, or what makes one: only that can reconnect. */
export type AgentSource = MessageStream | (() => MessageStream | Promise<MessageStream>);

/**
 * Reads and writes files for the agent (version 1). What is thrown, the agent gets as an error.
 * {@link https://agentclientprotocol.com/protocol/v1/file-system}
 */
export interface FileSystemHandlers {
  readonly readTextFile?: (request: ReadTextFileRequest) => Promise<ReadTextFileResponse>;
  readonly writeTextFile?: (request: WriteTextFileRequest) => Promise<void>;
}

/**
 * Runs commands for the agent (version 1). What is thrown, the agent gets as an error.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export interface TerminalHandlers {
  create(request: CreateTerminalRequest): Promise<CreateTerminalResponse>;
  output(request: TerminalOutputRequest): Promise<TerminalOutputResponse>;
  waitForExit(request: WaitForTerminalExitRequest): Promise<WaitForTerminalExitResponse>;
  kill(request: KillTerminalRequest): Promise<void>;
  release(request: ReleaseTerminalRequest): Promise<void>;
}

/** When to try again after the connection broke. Each delay doubles the one before, with jitter. */
export interface ReconnectOptions {
  /** How many tries in a row. Default: 6. */
  readonly attempts?: number;
  /** Before the first try, in ms. Default: 500. */
  readonly minDelay?: number;
  /** The longest, in ms. Default: 30,000. */
  readonly maxDelay?: number;
}

/** What {@link connectAgent} takes. */
export interface ConnectOptions {
  /** Who asks, as the agent is told. */
  readonly clientInfo?: Implementation;
  /** Added to what follows from the handlers, field by field. */
  readonly capabilities?: ClientCapabilities;
  /** What may be spoken, the one liked best first. Default: `[2, 1]`. */
  readonly protocolVersions?: readonly (1 | 2)[];
  /** How long the agent may take to answer `initialize`, in ms. Default: 30,000. */
  readonly initializeTimeout?: number;
  readonly fs?: FileSystemHandlers;
  readonly terminal?: TerminalHandlers;
  /** Whether and how to come back after a loss, where the source is a function. Default: it is. */
  readonly reconnect?: false | ReconnectOptions;
  /** Closes the connection, also while it is being made. */
  readonly signal?: AbortSignal;
}
