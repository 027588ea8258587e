import { type ReactElement, useEffect, useRef } from "react";
import { useIsArmed } from "../permission/useIsArmed.js";
import { usePanelScope } from "../shell/panelScope.js";
import { LazyElicitationPrompt } from "../onDemand.js";
import { useSessionElicitations } from "./useSessionElicitations.js";

/** The session's pending elicitations, oldest first. */
export function ElicitationDock(): ReactElement | null {
  const { sessionId, actions, isTakingOver, composer } = usePanelScope();
  const pending = useSessionElicitations(sessionId);
  const hasAnswered = useRef(false);
  const isArmed = useIsArmed(pending.map(({ elicitationId }) => elicitationId).join(" "));
  useEffect(() => {
    if (!hasAnswered.current) return;
    hasAnswered.current = false;
    // The focused button was removed together with its request.
    if (document.activeElement === document.body) composer.current?.focus();
  }, [pending, composer]);

  if (pending.length === 0) return null;
  return (
    <div className="requests">
      {pending.map((elicitation) => (
        <LazyElicitationPrompt
          key={elicitation.elicitationId}
          elicitation={elicitation}
          isDisabled={actions === undefined || isTakingOver === true || !isArmed}
          onAnswered={() => (hasAnswered.current = true)}
        />
      ))}
    </div>
  );
}
