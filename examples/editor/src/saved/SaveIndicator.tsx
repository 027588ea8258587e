import { type ReactElement, useSyncExternalStore } from "react";
import type { SessionSaveStatus } from "@acp-store/persist";
import { Icon } from "../ui/Icon.js";
import type { SavedSessions } from "./createSavedSessions.js";
import { describeSaveProblem } from "./saveProblem.js";
import "./saved.css";

/** Returns the status of saving a session. */
export function useSaveStatus(
  saved: SavedSessions,
  sessionId: string,
): SessionSaveStatus | undefined {
  return useSyncExternalStore(saved.onStatus, () => saved.getStatus(sessionId));
}

interface SaveIndicatorProps {
  readonly saved: SavedSessions;
  readonly sessionId: string;
}

/** Shows whether a session is saved. Nothing is shown before its first write. */
export function SaveIndicator({ saved, sessionId }: SaveIndicatorProps): ReactElement | null {
  const status = useSaveStatus(saved, sessionId);
  if (status === undefined) return null;
  const { lastSavedAt } = status;
  const problem = describeSaveProblem(status.status);
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
