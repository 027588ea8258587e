import { useState } from "react";

/** What was typed and not sent, by session, as long as the page lives. */
const drafts = new Map<string, string>();

/** The text of a session's composer, which is there again when the user comes back to it. */
export function useDraft(sessionId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(sessionId) ?? "");
  const keep = (next: string): void => {
    drafts.set(sessionId, next);
    setText(next);
  };
  return [text, keep];
}
