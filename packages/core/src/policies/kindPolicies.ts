import type { ToolKind } from "../state/entities.js";
import type { PermissionContext, PermissionPolicy } from "../store/requestTypes.js";
import { answerOnce } from "./answerOnce.js";

/**
 * Returns a policy that allows tool calls of the given kinds, each time with the `allow_once`
 * option. It never picks an option that the agent would remember.
 *
 * - Every kind that the request and the known tool call name must be in the list. Otherwise, and if
 *   no kind is named, the policy has no opinion (`undefined`).
 * - If the kinds match but there is no unique `allow_once` option, the user is asked (`"ask"`).
 * - The `command` subject of a version 2 request counts as `execute`.
 * - `other` also matches calls for which the agent never named a kind.
 *
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission}
 *
 * @example
 * ```ts
 * createAcpStore({ permissionPolicy: allowKinds(["read", "search"]) });
 * ```
 */
export function allowKinds(kinds: readonly ToolKind[]): PermissionPolicy {
  return (context) => {
    const namedKinds = namedKindsOf(context);
    const isAllowed = namedKinds.length > 0 && namedKinds.every((kind) => kinds.includes(kind));
    if (!isAllowed) return undefined;
    return answerOnce(context.permission, "allow_once", `allowKinds: ${namedKinds.join(", ")}`);
  };
}

/**
 * Returns a policy that rejects tool calls of the given kinds, each time with the `reject_once`
 * option. It never picks an option that the agent would remember.
 *
 * - One listed kind is enough, whether the request or the known tool call names it. Otherwise the
 *   policy has no opinion (`undefined`).
 * - If a kind matches but there is no unique `reject_once` option, the user is asked (`"ask"`), so
 *   a later policy of {@link firstAnswer} cannot allow the call.
 * - The `command` subject of a version 2 request counts as `execute`.
 *
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission}
 *
 * @example
 * ```ts
 * createAcpStore({ permissionPolicy: rejectKinds(["delete"]) });
 * ```
 */
export function rejectKinds(kinds: readonly ToolKind[]): PermissionPolicy {
  return (context) => {
    const rejectedKinds = namedKindsOf(context).filter((kind) => kinds.includes(kind));
    if (rejectedKinds.length === 0) return undefined;
    return answerOnce(
      context.permission,
      "reject_once",
      `rejectKinds: ${rejectedKinds.join(", ")}`,
    );
  };
}

/** Returns every kind named for the call. Empty for a subject of an unknown type. */
function namedKindsOf({ permission, toolCall }: PermissionContext): readonly ToolKind[] {
  const subjectType = permission.subject?.type;
  if (subjectType !== undefined && subjectType !== "tool_call" && subjectType !== "command")
    return [];
  const commandKind = subjectType === "command" ? "execute" : undefined;
  const kinds = [permission.toolCall?.kind, toolCall?.kind, commandKind];
  return [...new Set(kinds.filter((kind) => kind != null))];
}
