import type { Meta } from "../state/content.js";
import type { SessionId, ToolCall } from "../state/entities.js";
import type {
  Permission,
  PermissionOption,
  PermissionSubject,
  RequestedToolCall,
} from "../state/requests.js";
import type { AcpState } from "../state/state.js";

/**
 * The validated params of a `session/request_permission`. Fields that the protocol does not define
 * are kept.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission}
 */
export interface PermissionRequest {
  /** The session that the request belongs to. */
  readonly sessionId: SessionId;
  /** The tool call that needs permission. Version 2 has it in `subject`. */
  readonly toolCall?: RequestedToolCall;
  /** The answers that the agent offers. */
  readonly options: readonly PermissionOption[];
  /** The title of the prompt (version 2). */
  readonly title?: string;
  /** The text of the prompt (version 2). */
  readonly description?: string;
  /** The subject of the request (version 2). */
  readonly subject?: PermissionSubject;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The answer to a `session/request_permission`, to be sent as the JSON-RPC result. */
export interface PermissionResponse {
  /** The selected option, or `cancelled` if none was selected. */
  outcome: { outcome: "selected"; optionId: string } | { outcome: "cancelled" };
}

/** The answer to an `elicitation/create`, to be sent as the JSON-RPC result. */
export type ElicitationResponse =
  | {
      action: "accept";
      /** The values of the form, by property name. */
      content?: Readonly<Record<string, unknown>> | null;
    }
  | { action: "decline" | "cancel" };

/** The argument of a {@link PermissionPolicy}. */
export interface PermissionContext {
  /** The request as the agent sent it, validated. */
  readonly request: PermissionRequest;
  /** The pending permission in the state. */
  readonly permission: Permission;
  /** The current tool call that the request names. Absent if it names none. */
  readonly toolCall?: ToolCall;
  /** The current state. */
  readonly state: AcpState;
  /**
   * Resolves with the settled permission, whether it was answered or cancelled. Never rejects.
   * Resolves with `undefined` if the permission was removed from the state while it was pending.
   */
  readonly settled: Promise<Permission | undefined>;
}

/**
 * The answer of a {@link PermissionPolicy}: the `optionId` of an offered option, or `"ask"` to let
 * the user decide. `"ask"` never selects an option, even if one has that id.
 *
 * `rule` is a short text that says why the policy answered. It becomes {@link Permission.rule}.
 */
export type PolicyAnswer = string | { readonly optionId: string; readonly rule: string };

/**
 * Answers permission requests automatically. Ready-made policies are in
 * `@acp-store/core/policies`.
 *
 * The policy returns
 * - the id of an offered option, alone or as `{ optionId, rule }`, to answer the request,
 * - `"ask"` to let the user decide, regardless of later policies of `firstAnswer`, or
 * - `undefined` if it has no opinion: the next policy decides, or the user if there is none.
 *
 * A policy that throws, rejects, or returns an option that is not offered lets the user decide.
 *
 * @example
 * ```ts
 * const allowReads: PermissionPolicy = ({ request, toolCall }) =>
 *   toolCall?.kind === "read"
 *     ? request.options.find(({ kind }) => kind === "allow_once")?.optionId
 *     : undefined;
 * ```
 */
export type PermissionPolicy = (
  context: PermissionContext,
) => PolicyAnswer | undefined | Promise<PolicyAnswer | undefined>;
