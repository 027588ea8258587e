import type {
  Elicitation,
  PermissionOption,
  PermissionSubject,
  RequestedToolCall,
  SettledReason,
} from "../state/requests.js";
import type { InSession, ToolCallBody, WithExtra } from "./eventParts.js";
import type { Meta } from "../state/content.js";
import type { SessionId } from "../state/entities.js";

// The events of requests that the agent waits for: permissions and elicitations.

/** The agent requested permission. */
export interface PermissionRequestedEvent extends InSession, WithExtra {
  readonly type: "permission_requested";
  /** The store's id of the request. */
  readonly permissionId: string;
  /** The JSON-RPC id of the request, if it is known. */
  readonly requestId?: string | number | null;
  /** The title of the request (version 2). */
  readonly title?: string;
  /** The answers that the agent offers. */
  readonly options: readonly PermissionOption[];
  /** The tool call as the request sent it. */
  readonly toolCall?: RequestedToolCall;
  /** The subject as the request sent it (version 2). */
  readonly subject?: PermissionSubject;
  /** The text of the request for display (version 2). */
  readonly description?: string;
  /**
   * The change of the tool call itself. With the rule `fill`, it only sets fields that a known call
   * lacks, because version 1 agents send other values here. With `patch`, it applies like any update.
   */
  readonly call?: ToolCallBody & { readonly rule: "fill" | "patch" };
  /** Set if a policy decides the request first. */
  readonly policyPending?: true;
  /** Extension data. */
  readonly meta?: Meta;
}

/** The policy has left a permission request to the user. */
export interface PermissionLeftToUserEvent extends InSession {
  readonly type: "permission_left_to_user";
  /** The store's id of the request. */
  readonly permissionId: string;
}

/** A permission request was answered or cancelled. */
export interface PermissionSettledEvent extends InSession {
  readonly type: "permission_settled";
  /** The store's id of the request. */
  readonly permissionId: string;
  /** The outcome. */
  readonly status: "selected" | "cancelled";
  /** The id of the selected option. Set when `selected`. */
  readonly optionId?: string;
  /** The reason the request was settled. */
  readonly reason: SettledReason;
  /** The rule behind a policy's answer, for the user to see. */
  readonly rule?: string;
  /** Set if the response was observed on the wire. It then replaces any earlier outcome. */
  readonly sent?: true;
}

/** A request for input: the fields of an elicitation that the agent or the client provides. */
export type ElicitationRequest = Pick<
  Elicitation,
  | "mode"
  | "message"
  | "buttons"
  | "requestedSchema"
  | "url"
  | "urlElicitationId"
  | "toolCallId"
  | "scopeRequestId"
  | "_meta"
>;

/** The agent requested input. */
export interface ElicitationRequestedEvent {
  readonly type: "elicitation_requested";
  /** The store's id of the request. */
  readonly elicitationId: string;
  /** The JSON-RPC id of the request, if it is known. */
  readonly requestId?: string | number | null;
  /** The session that the request belongs to. Absent if it belongs to none. */
  readonly sessionId?: SessionId;
  /** The request as sent, without the session. */
  readonly request: ElicitationRequest;
}

/** A request for input was answered or cancelled. */
export interface ElicitationSettledEvent {
  readonly type: "elicitation_settled";
  /** The store's id of the request. */
  readonly elicitationId: string;
  /** The outcome. */
  readonly status: "accepted" | "declined" | "cancelled";
  /** The reason the request was settled. */
  readonly reason: SettledReason;
  /** The values that the user entered. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** Set if the response was observed on the wire. It then replaces any earlier outcome. */
  readonly sent?: true;
}

/** The user has completed the page of an elicitation, as the agent reported. */
export interface ElicitationCompletedEvent {
  readonly type: "elicitation_completed";
  /** The agent's id of the page. */
  readonly urlElicitationId: string;
}
