import { useSessionId } from "@acp-store/react";
import { type ReactElement, useEffect, useRef } from "react";
import { useIsArmed } from "../permission/useIsArmed.js";
import { useAcpUi } from "../context/acpUi.js";
import { LazyElicitationPrompt } from "./lazyElicitationPrompt.js";
import { useSessionElicitations } from "./useSessionElicitations.js";

/** The session's pending elicitations, oldest first. */
export function ElicitationDock(): ReactElement | null {
  const sessionId = useSessionId();
  const { canAnswer, composer } = useAcpUi();
  const pending = useSessionElicitations(sessionId);
  const hasAnswered = useRef(false);
  const isArmed = useIsArmed(pending.map(({ elicitationId }) => elicitationId).join(" "));
  useEffect(() => {
    if (!hasAnswered.current) return;
    hasAnswered.current = false;
    // The focused button was removed together with its request.
    if (document.activeElement === document.body) composer?.current?.focus();
  }, [pending, composer]);

  if (pending.length === 0) return null;
  return (
    <div className="acp-ui acp-requests">
      {pending.map((elicitation) => (
        <LazyElicitationPrompt
          key={elicitation.elicitationId}
          elicitation={elicitation}
          isDisabled={!canAnswer || !isArmed}
          onAnswered={() => (hasAnswered.current = true)}
        />
      ))}
    </div>
  );
}
