import type { ReactElement } from "react";
import { permissionTexts } from "../texts/requestTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { PermissionPrompt } from "./PermissionPrompt.js";
import { usePermissionDock } from "./usePermissionDock.js";

/** The pending permission requests, oldest first. */
export function PermissionDock(): ReactElement | null {
  const { pending, canAnswer, isArmed, tooSoonId, dock, answer } = usePermissionDock();
  const texts = useTexts("permission", permissionTexts);
  if (pending.length === 0) return null;
  return (
    <div className="acp-ui acp-requests" ref={dock}>
      {pending.map((permission, index) => (
        <PermissionPrompt
          key={permission.permissionId}
          permission={permission}
          position={pending.length > 1 ? texts.position(index + 1, pending.length) : undefined}
          hasShortcuts={index === 0}
          isDisabled={!canAnswer}
          isArmed={isArmed}
          isTooSoon={permission.permissionId === tooSoonId}
          onChoose={(optionId) => answer(permission, optionId)}
        />
      ))}
    </div>
  );
}
