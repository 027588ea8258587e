import {
  AcpPermissionError,
  type AcpState,
  type AcpView,
  isAmbiguousOption,
  type Permission,
} from "@acp-store/core";
import type { RespondToToolApprovalOptions } from "@assistant-ui/react";

/**
 * Answers a permission request. An answer without an option selects the only option that allows or
 * rejects the call once.
 */
export function answerApproval(
  view: AcpView,
  { approvalId, approved, optionId }: RespondToToolApprovalOptions,
): void {
  view.respondToPermission(
    approvalId,
    optionId ?? findOnlyOption(findPermission(view.getState(), approvalId), approvalId, approved),
  );
}

function findPermission({ sessions }: AcpState, id: string): Permission | undefined {
  for (const { permissions } of sessions.values()) {
    const permission = permissions.get(id);
    if (permission !== undefined) return permission;
  }
  return undefined;
}

function findOnlyOption(
  permission: Permission | undefined,
  permissionId: string,
  approved: boolean,
): string {
  const kind = approved ? "allow_once" : "reject_once";
  const { options = [] } = permission ?? {};
  const [option, ...others] = options.filter((offered) => offered.kind === kind);
  const isOnly = option !== undefined && others.length === 0;
  if (isOnly && !isAmbiguousOption(options, option.optionId)) return option.optionId;
  throw new AcpPermissionError(
    "unknown_option",
    permissionId,
    `Permission request "${permissionId}" does not offer exactly one option of the kind "${kind}" with a distinct id. Respond with the optionId of one of the options of the approval.`,
  );
}
