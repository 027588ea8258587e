import { useContext, useEffect, useSyncExternalStore } from "react";
import { DraftTextsContext } from "../saved/draftTexts.js";

/** Returns the unsent text of a session, which is saved, and the function that sets it. */
export function useDraft(sessionId: string): [string, (text: string) => void] {
  const drafts = useContext(DraftTextsContext);
  if (drafts === undefined) throw new Error("useDraft must be used inside a <DraftTextsContext>.");
  useEffect(() => void drafts.load(sessionId), [drafts, sessionId]);
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.getText(sessionId));
  return [text, (next) => drafts.setText(sessionId, next)];
}
