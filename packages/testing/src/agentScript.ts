import type { PromptBlock } from "./events.js";
import type { BooleanSetting, SelectSetting } from "./settings.js";
import type { ScriptedSession } from "./session.js";
import type { SettingChange } from "./sessionSettings.js";
import type { SignInScript } from "./signIn.js";
import type { TranscriptStorage } from "./transcriptStorage.js";
import type { SessionAccess, Turn } from "./turn.js";

/** The reason for which a turn ended, such as `end_turn`. */
export type StopReason = "end_turn" | "max_tokens" | "max_turn_requests" | "refusal" | "cancelled";

/** The behavior of a scripted agent. Only `onPrompt` is required. */
export interface AgentScript {
  /**
   * Called with each prompt. The turn ends when the returned promise resolves, with the stop reason
   * that it resolves with, `end_turn` by default. If it rejects, the agent reports the error and the
   * turn fails. Throw a `RequestError` of the SDK for a specific code.
   */
  onPrompt(turn: Turn): Promise<void | StopReason>;
  /**
   * Called with each message that the client sends into a running turn. Without it, the agent does not
   * announce that it takes them. Resolves with the outcome, by default `injected` while a turn is running and
   * `promptRequired` otherwise.
   */
  onSteer?(
    message: SteeringMessage,
  ): SteeringOutcome | undefined | Promise<SteeringOutcome | undefined>;
  /**
   * Called when a session is created, loaded, resumed or forked, before the agent responds. The
   * request is refused if it throws.
   */
  onSession?(access: SessionAccess): void | Promise<void>;
  /** Called before a setting changes. The change is refused if it throws. */
  onSetting?(change: SettingChange): void | Promise<void>;
  /** The name and version that the agent reports. Default: `acp-scripted-agent`. */
  readonly info?: { readonly name: string; readonly title?: string; readonly version: string };
  /** The versions of the protocol. The client's highest one is used. Default: both. */
  readonly protocolVersions?: readonly (1 | 2)[];
  /** The optional methods that the agent has. All others are refused. Default: all of them. */
  readonly features?: readonly AgentFeature[];
  /** The transports of the MCP servers that the agent can use. Version 2 has no `sse`. Default: `stdio`. */
  readonly mcpTransports?: readonly ("stdio" | "http" | "sse")[];
  /** The slash commands. */
  readonly commands?: readonly SlashCommand[];
  /** The settings of each session. One of the category `mode` is also offered as session modes. */
  readonly settings?: readonly (SelectSetting | BooleanSetting)[];
  /** Requires the user to sign in before a session is opened. */
  readonly signIn?: SignInScript;
  /** Keeps the transcripts. Default: `memoryTranscripts()`. */
  readonly storage?: TranscriptStorage;
  /**
   * The speed of the pauses in a script, and of streamed text. Use 1 for a demo. Default:
   * `Infinity`, no pauses.
   */
  readonly speed?: number | ((session: ScriptedSession) => number);
}

/**
 * An optional ability of an agent. In version 2, every agent can list, resume and close sessions,
 * and `load` does not exist.
 */
export type AgentFeature =
  | "archive"
  | "close"
  | "delete"
  | "fork"
  | "list"
  | "load"
  | "resume"
  | "title";

/** A message that the client sends into a running turn. */
export interface SteeringMessage {
  /** The session of the turn. */
  readonly session: ScriptedSession;
  /** The text of the message. A linked file is part of it with its name. */
  readonly text: string;
  /** The content blocks of the message. */
  readonly content: readonly PromptBlock[];
}

/** The agent's answer to a message that steers a turn. */
export type SteeringOutcome = "injected" | "startedNewTurn" | "promptRequired" | "failed";

/** A slash command of the agent. */
export interface SlashCommand {
  /** The name, without the slash. */
  readonly name: string;
  /** The description that is shown to the user. */
  readonly description: string;
  /** Describes the input that may follow the name. */
  readonly hint?: string;
}
