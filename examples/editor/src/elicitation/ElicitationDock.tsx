import { type ReactElement, useEffect, useRef } from "react";
import { useIsArmed } from "../permission/useIsArmed.js";
import { usePanelScope } from "../shell/panelScope.js";
import { ElicitationPrompt } from "./ElicitationPrompt.js";
import { useElicitationsHere } from "./useElicitationsHere.js";

/** What the agent asks the user for, the oldest first. */
export function ElicitationDock(): ReactElement | null {
  const { sessionId, actions, composer } = usePanelScope();
  const pending = useElicitationsHere(sessionId);
  const hasAnswered = useRef(false);
  const isArmed = useIsArmed(pending.map(({ elicitationId }) => elicitationId).join(" "));
  useEffect(() => {
    if (!hasAnswered.current) return;
    hasAnswered.current = false;
    // The button that had the focus is gone.
    if (document.activeElement === document.body) composer.current?.focus();
  }, [pending, composer]);

  if (pending.length === 0) return null;
  return (
    <div className="prompts">
      {pending.map((elicitation) => (
        <ElicitationPrompt
          key={elicitation.elicitationId}
          elicitation={elicitation}
          isDisabled={actions === undefined || !isArmed}
          onAnswered={() => (hasAnswered.current = true)}
        />
      ))}
    </div>
  );
}
