import { usePersistence } from "@acp-store/react";
import type { ReactElement } from "react";
import { Icon } from "@acp-store/ui";
import { describeSaveProblem } from "./saveProblem.js";
import "./saved.css";

/** Shows whether the session is saved. Nothing is shown before its first write. */
export function SaveIndicator(): ReactElement | null {
  const saving = usePersistence(({ session }) => session);
  if (saving === undefined) return null;
  const { status, lastSavedAt } = saving;
  const problem = describeSaveProblem(status);
  if (problem === undefined && lastSavedAt === undefined) return null;
  const time = lastSavedAt === undefined ? undefined : new Date(lastSavedAt).toLocaleTimeString();
  return (
    <span
      className="save-indicator"
      data-problem={problem !== undefined}
      role="status"
      title={problem?.detail ?? `Saved in this browser at ${time}`}
    >
      <Icon name={problem === undefined ? "check" : "alert"} />
      <span className="save-label">{problem === undefined ? "Saved" : "Not saved"}</span>
    </span>
  );
}
