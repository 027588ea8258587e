import type { ToolCall } from "../state/entities.js";
import type { Permission } from "../state/requests.js";
import type { AcpState } from "../state/state.js";
import { selectToolCall } from "./entities.js";

/**
 * Returns the title of a permission request for display: that of the tool call as the request sent it,
 * or else the title of the request, the current title of the call, the command, or the name of the
 * tool. `undefined` if the agent has sent none of them. The title of the request can be as general as
 * "Run command?", so a dialog shows the details of the request as well.
 *
 * @example
 * ```ts
 * for (const permission of selectPendingPermissions(store.getState()))
 *   console.log(selectPermissionTitle(store.getState(), permission) ?? "Allow this?");
 * ```
 */
export function selectPermissionTitle(state: AcpState, permission: Permission): string | undefined {
  const { sessionId, toolCallId = "" } = permission;
  return getPermissionTitle(permission, selectToolCall(state, sessionId, toolCallId));
}

/**
 * Returns the title of a permission request like {@link selectPermissionTitle}, for code that has the
 * request and its tool call, but no state.
 *
 * @example
 * ```ts
 * getPermissionTitle({ toolCall: { toolCallId: "c1", title: "Edit main.ts" } }, undefined); // "Edit main.ts"
 * ```
 */
export function getPermissionTitle(
  { title, toolCall, subject }: Pick<Permission, "title" | "toolCall" | "subject">,
  call: Pick<ToolCall, "title" | "name"> | undefined,
): string | undefined {
  const command = subject?.type === "command" ? subject.command : undefined;
  return (
    toolCall?.title || title || call?.title || command || toolCall?.name || call?.name || undefined
  );
}
