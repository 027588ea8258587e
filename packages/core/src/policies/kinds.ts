import type { ToolKind } from "../state/entities.js";
import type { PermissionContext, PermissionPolicy, PolicyAnswer } from "../store/types.js";
import { onlyOption } from "./options.js";

/**
 * Allows tool calls of these kinds, each time with the option of kind `allow_once`: never with one
 * that the agent would remember. Asks where no such option is offered, or more than one; where the
 * request and the known tool call name different kinds and not both are listed; and where the kind is
 * not known. A command (version 2) counts as `execute`. Beware of `other`: it is also the kind of a
 * call of which the agent has not said any.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission}
 *
 * @example
 * ```ts
 * createAcpStore({ permissionPolicy: allowKinds(["read", "search"]) });
 * ```
 */
export function allowKinds(kinds: readonly ToolKind[]): PermissionPolicy {
  return (_request, context) => {
    const named = kindsOf(context);
    if (named.length === 0 || !named.every((kind) => kinds.includes(kind))) return "ask";
    return once(context, "allow_once", `allowKinds: ${named.join(", ")}`);
  };
}

/**
 * Rejects tool calls of these kinds, each time with the option of kind `reject_once`; one that the
 * agent would remember is left to the user. It is enough that the request or the known tool call
 * names such a kind. Asks where no such option is offered, or more than one. A command (version 2)
 * counts as `execute`. Put it in front of what allows, see {@link firstAnswer}.
 *
 * @example
 * ```ts
 * createAcpStore({ permissionPolicy: rejectKinds(["delete"]) });
 * ```
 */
export function rejectKinds(kinds: readonly ToolKind[]): PermissionPolicy {
  return (_request, context) => {
    const named = kindsOf(context).filter((kind) => kinds.includes(kind));
    if (named.length === 0) return "ask";
    return once(context, "reject_once", `rejectKinds: ${named.join(", ")}`);
  };
}

function once(
  { permission }: PermissionContext,
  kind: "allow_once" | "reject_once",
  rule: string,
): PolicyAnswer {
  const optionId = onlyOption(permission, kind);
  return optionId === undefined ? "ask" : { optionId, rule };
}

/** Each kind that is named for what is asked about; none for a subject that is not known. */
function kindsOf({ permission, toolCall }: PermissionContext): readonly ToolKind[] {
  const type = permission.subject?.type;
  if (type !== undefined && type !== "tool_call" && type !== "command") return [];
  const ofCommand = type === "command" ? "execute" : undefined;
  const named = [permission.toolCall?.kind, toolCall?.kind, ofCommand];
  return [...new Set(named.filter((kind) => kind != null))];
}
