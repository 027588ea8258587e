import type { Meta, ToolCallContent } from "./content.js";
import type { SessionId, ToolCallLocation, ToolCallStatus, ToolKind, TurnId } from "./entities.js";

/** One answer the agent offers. {@link https://agentclientprotocol.com/protocol/v1/tool-calls#permission-options} */
export interface PermissionOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: "allow_once" | "allow_always" | "reject_once" | "reject_always" | (string & {});
  readonly _meta?: Meta | null;
}

/** The reason a permission request or an elicitation was settled. */
export type SettledReason =
  | "user"
  | "policy"
  | "turn_cancelled"
  | "turn_ended"
  | "withdrawn"
  | "disconnected"
  | "session_closed"
  | "aborted";

/** The tool call as a permission request sent it: for the dialog, whatever comes later. */
export interface RequestedToolCall {
  readonly toolCallId: string;
  readonly title?: string | null;
  readonly kind?: ToolKind | null;
  readonly status?: ToolCallStatus | null;
  readonly content?: readonly ToolCallContent[] | null;
  readonly locations?: readonly ToolCallLocation[] | null;
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
  readonly _meta?: Meta | null;
}

/**
 * What a version 2 request is about: a tool call, a command, or something that is not known.
 * {@link https://agentclientprotocol.com/protocol/v2/tool-calls#requesting-permission}
 */
export interface PermissionSubject {
  readonly type: "tool_call" | "command" | (string & {});
  readonly toolCall?: RequestedToolCall;
  readonly command?: string;
  readonly cwd?: string;
  readonly toolCallId?: string | null;
  readonly terminalId?: string | null;
  readonly [field: string]: unknown;
}

/**
 * A request for the user's permission. Stays in the state as history once it is settled.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission}
 */
export interface Permission {
  /** Unique in the store; what `respondToPermission` takes. */
  readonly permissionId: string;
  /** The JSON-RPC id of the request, where it is known. */
  readonly requestId?: string | number | null;
  readonly sessionId: SessionId;
  /** Of the prompt itself (version 2); where there is none, show the tool call's. */
  readonly title?: string;
  readonly description?: string;
  readonly toolCallId?: string;
  readonly toolCall?: RequestedToolCall;
  /** What is asked about, as sent (version 2). */
  readonly subject?: PermissionSubject;
  readonly options: readonly PermissionOption[];
  readonly status: "pending" | "selected" | "cancelled";
  readonly optionId?: string;
  readonly reason?: SettledReason;
  /** Where a policy has answered: the rule it went by, for the user to see. */
  readonly rule?: string;
  /** When it was asked and settled, in ms of the store's clock. */
  readonly requestedAt: number;
  readonly settledAt?: number;
  /** Its place among all requests of this store, the oldest first. */
  readonly ordinal: number;
  readonly _meta?: Meta;
  readonly turnId?: TurnId;
}

/**
 * A request for input of the user: a form, or a page to go to. Fields of the wire by their names.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 */
export interface Elicitation {
  /** The store's own id, unique in the store. Pass it to `respondToElicitation`. */
  readonly elicitationId: string;
  /** The JSON-RPC id of the request, where it is known. */
  readonly requestId?: string | number | null;
  /** Absent where it belongs to no session, such as while signing in. */
  readonly sessionId?: SessionId;
  readonly mode: "form" | "url" | (string & {});
  readonly message: string;
  /** A JSON Schema of the form. */
  readonly requestedSchema?: Readonly<Record<string, unknown>>;
  readonly url?: string;
  /** The agent's id of the page, in `url` mode (`elicitationId` on the wire). */
  readonly urlElicitationId?: string;
  readonly toolCallId?: string | null;
  /** The client's request that it is for, where it is for no session (`requestId` on the wire). */
  readonly scopeRequestId?: string | number;
  readonly status: "pending" | "accepted" | "declined" | "cancelled";
  readonly reason?: SettledReason;
  /** What the user filled in. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** The agent says that the page is done. */
  readonly completed?: true;
  /** When it was asked and settled, in ms of the store's clock. */
  readonly requestedAt: number;
  readonly settledAt?: number;
  readonly turnId?: TurnId;
  readonly _meta?: Meta | null;
}
