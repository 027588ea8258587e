import { type AcpStorage, drafts } from "@acp-store/persist";
import { createContext } from "react";

/** The unsent text of each session. It outlives the page. */
export interface DraftTexts {
  /** Returns the text, or an empty one until it is loaded. */
  getText(sessionId: string): string;
  setText(sessionId: string, text: string): void;
  /** Loads the saved text, unless the text is known. Never rejects. */
  load(sessionId: string): Promise<string>;
  subscribe(listener: () => void): () => void;
}

/** Creates the drafts of a storage. They are used until the page is closed. */
export function createDraftTexts(storage: AcpStorage): DraftTexts {
  const saved = drafts(storage);
  const texts = new Map<string, string>();
  const listeners = new Set<() => void>();
  saved.onChange(({ sessionId, text }) => keep(sessionId, text));

  function keep(sessionId: string, text: string): void {
    if (texts.get(sessionId) === text) return;
    texts.set(sessionId, text);
    for (const listener of listeners) listener();
  }

  return {
    getText: (sessionId) => texts.get(sessionId) ?? "",
    setText(sessionId, text) {
      saved.set(sessionId, text);
      // A prompt that was sent must not come back as a draft. An error is reported by the session.
      if (text === "") saved.flush().catch(() => {});
    },
    async load(sessionId) {
      // The session reports a storage that cannot be read.
      const text = texts.get(sessionId) ?? (await saved.get(sessionId).catch(() => ""));
      if (!texts.has(sessionId)) keep(sessionId, text);
      return texts.get(sessionId) ?? "";
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The drafts of the page. */
export const DraftTextsContext = createContext<DraftTexts | undefined>(undefined);
