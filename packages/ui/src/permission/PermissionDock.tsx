import { type ReactElement, useEffect, useRef } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { PermissionPrompt } from "./PermissionPrompt.js";
import { useIsArmed } from "./useIsArmed.js";
import { useSessionPermissions } from "./useSessionPermissions.js";

/** The pending permission requests, oldest first. */
export function PermissionDock(): ReactElement | null {
  const pending = useSessionPermissions();
  const { composer } = useAcpUi();
  const dock = useRef<HTMLDivElement>(null);
  const hasAnswered = useRef(false);
  // Adding or removing a request moves the others, so the delay starts over.
  const isArmed = useIsArmed(pending.map(({ permissionId }) => permissionId).join(" "));

  // The focused button was removed. Focuses the next request, or else the composer.
  useEffect(() => {
    if (!hasAnswered.current) return;
    hasAnswered.current = false;
    if (document.activeElement !== document.body) return;
    const next = dock.current?.querySelector<HTMLElement>("[data-request]") ?? composer?.current;
    next?.focus();
  }, [pending, composer]);

  if (pending.length === 0) return null;
  return (
    <div className="acp-ui acp-requests" ref={dock}>
      {pending.map((permission, index) => (
        <PermissionPrompt
          key={permission.permissionId}
          permission={permission}
          position={pending.length > 1 ? `${index + 1} of ${pending.length}` : undefined}
          hasShortcuts={index === 0}
          isArmed={isArmed}
          onAnswered={() => (hasAnswered.current = true)}
        />
      ))}
    </div>
  );
}
