import type { Meta, ToolCallContent, Unrecognized } from "./content.js";
import type {
  Capabilities,
  SessionId,
  ToolCallLocation,
  ToolCallStatus,
  ToolKind,
  TurnId,
} from "./entities.js";

/** An answer that the agent offers. {@link https://agentclientprotocol.com/protocol/v1/tool-calls#permission-options} */
export interface PermissionOption {
  /** The agent's id of the option. */
  readonly optionId: string;
  /** The text for display. */
  readonly name: string;
  /** The meaning of the option. */
  readonly kind: "allow_once" | "allow_always" | "reject_once" | "reject_always" | (string & {});
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/**
 * The reason a permission request or an elicitation was settled. `interrupted`: it was pending when
 * its session was saved, and the session was restored.
 */
export type SettledReason =
  | "user"
  | "policy"
  | "turn_cancelled"
  | "turn_ended"
  | "withdrawn"
  | "disconnected"
  | "interrupted"
  | "session_closed"
  | "aborted";

/** The tool call as the permission request sent it. Later updates of the call do not change it. */
export interface RequestedToolCall {
  /** The key in the session's `toolCalls`. */
  readonly toolCallId: string;
  /** A description of the call for display. */
  readonly title?: string | null;
  /** The name of the tool. */
  readonly name?: string | null;
  /** The kind of tool. */
  readonly kind?: ToolKind | null;
  /** The progress of the call. */
  readonly status?: ToolCallStatus | null;
  /** The content to show in the dialog, such as a diff. */
  readonly content?: readonly ToolCallContent[] | null;
  /** The files that the call reads or changes. */
  readonly locations?: readonly ToolCallLocation[] | null;
  /** The tool's input: any JSON value. */
  readonly rawInput?: unknown;
  /** The tool's output: any JSON value. */
  readonly rawOutput?: unknown;
  /** The controls that the agent offers while the call runs (version 2). */
  readonly capabilities?: Capabilities | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/**
 * The subject of a version 2 permission request, as sent.
 * {@link https://agentclientprotocol.com/protocol/v2/tool-calls#requesting-permission}
 */
export type PermissionSubject = ToolCallSubject | CommandSubject | UnrecognizedSubject;

/** A tool call that needs permission. */
export interface ToolCallSubject {
  readonly type: "tool_call";
  /** The tool call. */
  readonly toolCall: RequestedToolCall;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** A command that needs permission. */
export interface CommandSubject {
  readonly type: "command";
  /** The command line. */
  readonly command: string;
  /** The working directory of the command. */
  readonly cwd: string;
  /** The tool call that runs the command. */
  readonly toolCallId?: string | null;
  /** The terminal that the command runs in. */
  readonly terminalId?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** A subject of a type that this version does not know, stored as sent. */
export interface UnrecognizedSubject {
  readonly type: Unrecognized;
  readonly [field: string]: unknown;
}

/**
 * A request for the user's permission. Stays in the state as history once it is settled, until
 * the session is closed.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission}
 */
export interface Permission {
  /** The store's own id, which never repeats, not even in a restored state. Pass it to `respondToPermission`. */
  readonly permissionId: string;
  /** The JSON-RPC id of the request, if it is known. The ids of a new connection start over. */
  readonly requestId?: string | number | null;
  /** The session that the request belongs to. */
  readonly sessionId: SessionId;
  /** The title of the request (version 2). Without one, show the title of the tool call. */
  readonly title?: string;
  /** The text of the request for display (version 2). */
  readonly description?: string;
  /** The key in the session's `toolCalls`. Absent if the request names no tool call. */
  readonly toolCallId?: string;
  /** The tool call as the request sent it. */
  readonly toolCall?: RequestedToolCall;
  /** The subject of the request, as sent (version 2). */
  readonly subject?: PermissionSubject;
  /** The answers that the agent offers. */
  readonly options: readonly PermissionOption[];
  /** The outcome: an option was selected, or the request was cancelled. `pending` until then. */
  readonly status: "pending" | "selected" | "cancelled";
  /** The id of the selected option. Set when `selected`. */
  readonly optionId?: string;
  /** The reason the request was settled. Absent while `pending`. */
  readonly reason?: SettledReason;
  /** The rule by which a policy has answered, for the user to see. */
  readonly rule?: string;
  /**
   * Set while a permission policy decides the pending request. Until then the user is not asked, so
   * it is not among the session's `pendingPermissions`.
   */
  readonly policyPending?: true;
  /** When the request arrived, in ms of the store's clock. */
  readonly requestedAt: number;
  /** When the request was settled, in ms of the store's clock. Absent while `pending`. */
  readonly settledAt?: number;
  /** The position among all permission requests of this store, the oldest first. */
  readonly ordinal: number;
  /** Extension data. */
  readonly _meta?: Meta;
  /** The oldest turn that was open when the request arrived. */
  readonly turnId?: TurnId;
}

/** The labels of the buttons of a question. */
export interface ElicitationButtons {
  /** The label of the button that accepts, such as `Send anyway`. */
  readonly accept: string;
  /** The label of the button that declines, such as `Do not send`. */
  readonly decline: string;
}

/**
 * A request for user input: a form, or a page to visit. Wire fields have their wire names.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 */
export interface Elicitation {
  /** The store's own id, which never repeats, not even in a restored state. Pass it to `respondToElicitation`. */
  readonly elicitationId: string;
  /** The JSON-RPC id of the request, if it is known. */
  readonly requestId?: string | number | null;
  /** Absent if the request belongs to no session, such as during sign-in. */
  readonly sessionId?: SessionId;
  /** The kind of request: a form to fill in, or a page to visit. */
  readonly mode: "form" | "url" | (string & {});
  /** The text of the request for display. */
  readonly message: string;
  /** The labels of the buttons, if the client itself asks. An agent cannot set them. */
  readonly buttons?: ElicitationButtons;
  /** A JSON Schema of the form. */
  readonly requestedSchema?: Readonly<Record<string, unknown>>;
  /** The address of the page to visit, in `url` mode. */
  readonly url?: string;
  /** The agent's id of the page, in `url` mode (`elicitationId` on the wire). */
  readonly urlElicitationId?: string;
  /** The tool call that the request belongs to. */
  readonly toolCallId?: string | null;
  /** The client request that it belongs to, if it belongs to no session (`requestId` on the wire). */
  readonly scopeRequestId?: string | number;
  /** The user's answer, or `cancelled`. `pending` until the request is settled. */
  readonly status: "pending" | "accepted" | "declined" | "cancelled";
  /** The reason the request was settled. Absent while `pending`. */
  readonly reason?: SettledReason;
  /** The values that the user entered. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** Set when the agent has reported that the page is completed. */
  readonly completed?: true;
  /** When the request arrived, in ms of the store's clock. */
  readonly requestedAt: number;
  /** When the request was settled, in ms of the store's clock. Absent while `pending`. */
  readonly settledAt?: number;
  /** The oldest turn of the session that was open when the request arrived. */
  readonly turnId?: TurnId;
  /** Extension data. */
  readonly _meta?: Meta | null;
}
