import { isAcpMirrorError } from "@acp-store/mirror";
import { type PendingPermission, usePendingPermissions } from "@acp-store/react";
import { useId } from "react";
import { describeOutcome, getPermissionTitle } from "../shared/permissionText.js";
import { useAnswering, usePanel, useReportRefusal } from "./usePanel.js";

/** The pending permission requests of the session. */
export function PermissionDock() {
  const permissions = usePendingPermissions();
  return permissions.map((permission) => (
    <PermissionRequest key={permission.permissionId} permission={permission} />
  ));
}

function PermissionRequest({ permission }: { readonly permission: PendingPermission }) {
  const { mirror, announce } = usePanel();
  const reportRefusal = useReportRefusal();
  const isAnswering = useAnswering().has(permission.permissionId);
  const titleId = useId();

  function answer(optionId: string): void {
    mirror.actions
      .respondToPermission(permission.permissionId, optionId)
      .catch((error: unknown) => {
        if (isAcpMirrorError(error) && error.reason === "already_settled")
          announce(describeOutcome(permission, error.settled, "in the notification"));
        else reportRefusal(error);
      });
  }

  return (
    <div role="group" aria-labelledby={titleId} className="permission">
      <p id={titleId}>{getPermissionTitle(mirror.getState(), permission)}</p>
      {permission.description !== undefined && <p className="hint">{permission.description}</p>}
      <div className="buttons">
        {permission.options.map(({ optionId, name, kind }) => (
          <button
            key={optionId}
            type="button"
            className={kind === "allow_once" ? undefined : "secondary"}
            disabled={isAnswering}
            onClick={() => answer(optionId)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
