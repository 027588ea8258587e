import type { Meta, Unrecognized } from "./content.js";
import type { CapabilityMarker, TurnError } from "./entities.js";

/** The agent's answer to `initialize`. */
export interface AgentState {
  /** The name and version of the agent. */
  readonly info?: Implementation;
  /** The features that the agent supports. */
  readonly capabilities?: AgentCapabilities;
  /** The ways to sign in that the agent offers. */
  readonly authMethods?: readonly AuthMethod[];
  /** Extension data of the answer. */
  readonly _meta?: Meta;
  /** Whether the user is signed in. Absent while nothing is known about it. */
  readonly auth?: AgentAuth;
}

/**
 * The step of signing in that the messages of the agent show:
 *
 * - `required`: the agent refused a request with `auth_required`, reported it, or logged out.
 * - `in_progress`: the client sent `authenticate` (version 2: `auth/login`).
 * - `failed`: the agent refused it.
 * - `done`: it succeeded, the agent reported it, or a session could be opened after all.
 * - `not_required`: the agent reported that it needs no sign-in.
 *
 * {@link https://agentclientprotocol.com/protocol/v1/authentication}
 */
export type AuthStep =
  | {
      readonly status: "required";
      /** The error of the request that needs a sign-in. Absent if the agent reported it otherwise. */
      readonly error?: TurnError;
    }
  | {
      readonly status: "in_progress";
      /** The id of the method, one of `authMethods`. */
      readonly methodId: string;
    }
  | {
      readonly status: "failed";
      /** The id of the method, one of `authMethods`. */
      readonly methodId: string;
      /** The reason. */
      readonly error: TurnError;
    }
  | {
      readonly status: "done";
      /** The id of the method. Absent if the user was signed in before, or outside of the protocol. */
      readonly methodId?: string;
    }
  | { readonly status: "not_required" };

/** The state of signing in to the agent. */
export type AgentAuth = AuthStep & AgentAuthFields;

/** The fields that every state of the sign-in has. */
export interface AgentAuthFields {
  /**
   * The time since which a sign-in is missing, if the status is `required` or `failed`, and otherwise
   * the time at which the status began. In ms of the store's clock.
   */
  readonly since: number;
  /**
   * The accounts that the agent reported, for display only. Do not log them or use them as ids
   * (unstable).
   */
  readonly accounts?: readonly AuthAccount[];
}

/** An account or credential that the agent uses (unstable). For display only. */
export interface AuthAccount {
  /** The name for display, such as "Claude Max". */
  readonly label: string;
  /** Whether the agent currently uses the account. */
  readonly active?: boolean | null;
  /** The name of the user. */
  readonly name?: string | null;
  /** The email address of the user. */
  readonly email?: string | null;
  /** The organization, team or workspace. */
  readonly organization?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The name and version of a program. */
export interface Implementation {
  /** The name for programs. */
  readonly name: string;
  /** The version. */
  readonly version: string;
  /** The name for display. */
  readonly title?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/**
 * The features that the agent supports, with the protocol's field names. `loadSession`,
 * `promptCapabilities`, `mcpCapabilities` and `sessionCapabilities` belong to version 1, `session`
 * belongs to version 2.
 * {@link https://agentclientprotocol.com/protocol/v1/initialization}
 */
export interface AgentCapabilities {
  /** Whether the agent supports `session/load` (version 1). */
  readonly loadSession?: boolean | null;
  /** The content that the agent accepts in prompts (version 1). */
  readonly promptCapabilities?: PromptCapabilities | null;
  /** The MCP transports that the agent supports (version 1). */
  readonly mcpCapabilities?: McpCapabilities | null;
  /** The session methods that the agent supports (version 1). */
  readonly sessionCapabilities?: SessionCapabilities | null;
  /** The session features that the agent supports (version 2). Absent without sessions. */
  readonly session?: AgentSessionCapabilities | null;
  /** The authentication features that the agent supports. */
  readonly auth?: AuthCapabilities | null;
  /** Present if the agent lets the client choose the providers of its models. */
  readonly providers?: CapabilityMarker | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The content that the agent accepts in prompts besides text and resource links (version 1). */
export interface PromptCapabilities {
  /** Whether the agent accepts `image` blocks. */
  readonly image?: boolean | null;
  /** Whether the agent accepts `audio` blocks. */
  readonly audio?: boolean | null;
  /** Whether the agent accepts `resource` blocks. */
  readonly embeddedContext?: boolean | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The MCP transports that the agent supports besides stdio (version 1). */
export interface McpCapabilities {
  /** Whether the agent connects to MCP servers over HTTP. */
  readonly http?: boolean | null;
  /** Whether the agent connects to MCP servers over server-sent events. */
  readonly sse?: boolean | null;
  /** Whether the agent connects to MCP servers over ACP. */
  readonly acp?: boolean | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The optional session features that both protocol versions have. */
export interface OptionalSessionCapabilities {
  /** Present if the agent supports `session/delete`. */
  readonly delete?: CapabilityMarker | null;
  /** Present if session requests may name `additionalDirectories`. */
  readonly additionalDirectories?: CapabilityMarker | null;
  /** Present if session requests may add to the system prompt. */
  readonly systemPrompt?: SystemPromptCapabilities | null;
  /** Present if the agent supports `session/fork`. */
  readonly fork?: CapabilityMarker | null;
  /** Present if the agent supports `session/archive`. */
  readonly archive?: CapabilityMarker | null;
  /** Present if the agent supports `session/status`. */
  readonly status?: CapabilityMarker | null;
  /** Present if the agent supports `session/set_title`. */
  readonly title?: CapabilityMarker | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The session methods that the agent supports (version 1). */
export interface SessionCapabilities extends OptionalSessionCapabilities {
  /** Present if the agent supports `session/list`. */
  readonly list?: CapabilityMarker | null;
  /** Present if the agent supports `session/resume`. */
  readonly resume?: CapabilityMarker | null;
  /** Present if the agent supports `session/close`. */
  readonly close?: CapabilityMarker | null;
}

/** The session features that the agent supports (version 2). */
export interface AgentSessionCapabilities extends OptionalSessionCapabilities {
  /** The content that the agent accepts in prompts. */
  readonly prompt?: SessionPromptCapabilities | null;
  /** The MCP transports that the agent supports. */
  readonly mcp?: SessionMcpCapabilities | null;
}

/** The content that the agent accepts in prompts besides text and resource links (version 2). */
export interface SessionPromptCapabilities {
  /** Present if the agent accepts `image` blocks. */
  readonly image?: CapabilityMarker | null;
  /** Present if the agent accepts `audio` blocks. */
  readonly audio?: CapabilityMarker | null;
  /** Present if the agent accepts `resource` blocks. */
  readonly embeddedContext?: CapabilityMarker | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The MCP transports that the agent supports (version 2). */
export interface SessionMcpCapabilities {
  /** Present if the agent starts MCP servers and connects over stdio. */
  readonly stdio?: CapabilityMarker | null;
  /** Present if the agent connects to MCP servers over HTTP. */
  readonly http?: CapabilityMarker | null;
  /** Present if the agent connects to MCP servers over ACP. */
  readonly acp?: CapabilityMarker | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The ways in which a session request may change the agent's system prompt. */
export interface SystemPromptCapabilities {
  /** The modes that the agent supports besides `append`. */
  readonly mode?: SystemPromptModes | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The modes of changing the system prompt besides `append`. */
export interface SystemPromptModes {
  /** Present if the client may replace the system prompt. */
  readonly override?: CapabilityMarker | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The authentication features that the agent supports. */
export interface AuthCapabilities {
  /** Present if the agent supports `auth/status`. */
  readonly status?: CapabilityMarker | null;
  /** Present if the agent supports `logout` (version 1). */
  readonly logout?: CapabilityMarker | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The fields that all sign-in methods have. */
export interface AuthMethodFields {
  /** The agent's id of the method. Version 2 calls it `methodId`, which is kept as well. */
  readonly id: string;
  /** The same id, as version 2 sends it. */
  readonly methodId?: string;
  /** The name for display. */
  readonly name: string;
  /** A description for display. */
  readonly description?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** A way to sign in that the agent handles itself. In version 1 it has no `type`. */
export interface AgentAuthMethod extends AuthMethodFields {
  readonly type?: "agent" | null;
}

/** A way to sign in for which the client runs the agent's program in a terminal. */
export interface TerminalAuthMethod extends AuthMethodFields {
  readonly type: "terminal";
  /** Arguments to append to the agent's command line. */
  readonly args?: readonly string[] | null;
  /** Environment variables: by name in version 1, a list in version 2. */
  readonly env?: Readonly<Record<string, string>> | readonly EnvVariable[] | null;
}

/** A way to sign in of a type that this version does not know, stored as sent. */
export interface UnrecognizedAuthMethod extends AuthMethodFields {
  readonly type: Unrecognized;
  readonly [field: string]: unknown;
}

/**
 * A way to sign in to the agent.
 * {@link https://agentclientprotocol.com/protocol/v1/authentication}
 */
export type AuthMethod = AgentAuthMethod | TerminalAuthMethod | UnrecognizedAuthMethod;

/** An environment variable. */
export interface EnvVariable {
  /** The name of the variable. */
  readonly name: string;
  /** The value of the variable. */
  readonly value: string;
  /** Extension data. */
  readonly _meta?: Meta | null;
}
