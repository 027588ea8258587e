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
  readonly permissionId: string;
  readonly requestId?: string | number | null;
  readonly title?: string;
  readonly options: readonly PermissionOption[];
  /** The tool call as the request sent it. */
  readonly toolCall?: RequestedToolCall;
  /** The subject as the request sent it (version 2). */
  readonly subject?: PermissionSubject;
  readonly description?: string;
  /**
   * The change of the tool call itself. With the rule `fill`, it only sets fields that a known call
   * lacks, because version 1 agents send other values here. With `patch`, it applies like any update.
   */
  readonly call?: ToolCallBody & { readonly rule: "fill" | "patch" };
  readonly meta?: Meta;
}

/** A permission request was answered or cancelled. */
export interface PermissionSettledEvent extends InSession {
  readonly type: "permission_settled";
  readonly permissionId: string;
  readonly status: "selected" | "cancelled";
  readonly optionId?: string;
  readonly reason: SettledReason;
  /** The rule behind a policy's answer, for the user to see. */
  readonly rule?: string;
  /** Set if the response was observed on the wire. It then replaces any earlier outcome. */
  readonly sent?: true;
}

/** A request for input: the fields of an elicitation that the agent provides. */
export type ElicitationRequest = Pick<
  Elicitation,
  | "mode"
  | "message"
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
  readonly elicitationId: string;
  readonly requestId?: string | number | null;
  readonly sessionId?: SessionId;
  /** The request as sent, without the session. */
  readonly request: ElicitationRequest;
}

/** A request for input was answered or cancelled. */
export interface ElicitationSettledEvent {
  readonly type: "elicitation_settled";
  readonly elicitationId: string;
  readonly status: "accepted" | "declined" | "cancelled";
  readonly reason: SettledReason;
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
