import { type ReactElement, useEffect, useRef } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { PermissionPrompt } from "./PermissionPrompt.js";
import { useIsArmed } from "./useIsArmed.js";
import { usePermissionsHere } from "./usePermissionsHere.js";
import "./permission.css";

/** The requests that wait, the oldest first. */
export function PermissionDock(): ReactElement | null {
  const pending = usePermissionsHere();
  const { composer } = usePanelScope();
  const dock = useRef<HTMLDivElement>(null);
  const hasAnswered = useRef(false);
  // Each request that comes or goes moves the others.
  const isArmed = useIsArmed(pending.map(({ permissionId }) => permissionId).join(" "));

  // The button that had the focus is gone: on to the next request, or back to the composer.
  useEffect(() => {
    if (!hasAnswered.current) return;
    hasAnswered.current = false;
    if (document.activeElement !== document.body) return;
    const next = dock.current?.querySelector<HTMLElement>("[data-prompt]") ?? composer.current;
    next?.focus();
  }, [pending, composer]);

  if (pending.length === 0) return null;
  return (
    <div className="prompts" ref={dock}>
      {pending.map((permission, index) => (
        <PermissionPrompt
          key={permission.permissionId}
          permission={permission}
          place={pending.length > 1 ? `${index + 1} of ${pending.length}` : undefined}
          hasShortcuts={index === 0}
          isArmed={isArmed}
          onAnswered={() => (hasAnswered.current = true)}
        />
      ))}
    </div>
  );
}
