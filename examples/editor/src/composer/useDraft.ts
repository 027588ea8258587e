import { useState } from "react";

/** The unsent text of each session, kept until the page is closed. */
const drafts = new Map<string, string>();

/** Returns the unsent text of a session. It is kept while the user is in another session. */
export function useDraft(sessionId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(sessionId) ?? "");
  const keep = (next: string): void => {
    drafts.set(sessionId, next);
    setText(next);
  };
  return [text, keep];
}
