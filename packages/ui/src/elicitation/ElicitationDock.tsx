import { useSessionId } from "@acp-store/react";
import { type ReactElement, useRef } from "react";
import { useIsArmed } from "../permission/useIsArmed.js";
import { useAcpUi } from "../context/acpUi.js";
import { useDockFocus } from "../permission/useDockFocus.js";
import { LazyElicitationPrompt } from "./lazyElicitationPrompt.js";
import { useSessionElicitations } from "./useSessionElicitations.js";

/** The session's pending elicitations, oldest first. */
export function ElicitationDock(): ReactElement | null {
  const sessionId = useSessionId();
  const { canAnswer } = useAcpUi();
  const pending = useSessionElicitations(sessionId);
  const dock = useRef<HTMLDivElement>(null);
  const markAnswered = useDockFocus(dock, pending);
  const isArmed = useIsArmed(pending.map(({ elicitationId }) => elicitationId).join(" "));

  if (pending.length === 0) return null;
  return (
    <div className="acp-ui acp-requests" ref={dock}>
      {pending.map((elicitation) => (
        <LazyElicitationPrompt
          key={elicitation.elicitationId}
          elicitation={elicitation}
          isDisabled={!canAnswer || !isArmed}
          onAnswered={markAnswered}
        />
      ))}
    </div>
  );
}
