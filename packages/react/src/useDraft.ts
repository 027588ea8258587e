import { type Draft, getDraftSource, getMemoryDrafts } from "@acp-store/core/reads";
import { useMemo, useSyncExternalStore } from "react";
import { requireView, useNamedSession, useOptionalAcpView } from "./context.js";
import { useOptionalPersistence } from "./persistence.js";

/** The conflicts and errors of a draft. */
export interface DraftDetails extends Omit<Draft, "text"> {
  /** Removes `replaced`. */
  dismiss(): void;
}

/** The result of {@link useDraft}: the text, a function that sets it, and details. */
export type EditableDraft = readonly [
  text: string,
  setText: (text: string | ((current: string) => string)) => void,
  details: DraftDetails,
];

/**
 * Returns the unsent prompt of a session, and a function that sets and saves it. Set an empty text
 * when the prompt is sent. If that takes a while, compare with the current text, because the user may have written
 * another one in a second window meanwhile. Components with the same session share the draft, and no others render
 * when it changes. Without an {@link AcpPersistenceProvider}, drafts are kept in memory. The draft of another tab
 * appears as soon as it is saved there. The text is empty on
 * a server, and until the saved draft is read.
 *
 * @param sessionId - The session. Default: that of the nearest {@link AcpSessionProvider}.
 * @throws AcpProviderError without an {@link AcpPersistenceProvider} or {@link AcpStoreProvider}.
 *
 * @example
 * ```tsx
 * function Composer({ send }: { send(text: string): void }) {
 *   const [text, setText, { replaced }] = useDraft();
 *   const submit = () => {
 *     send(text);
 *     setText("");
 *   };
 *   return (
 *     <>
 *       <textarea aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
 *       <button onClick={submit}>Send</button>
 *       {replaced && <p>Another tab had this text: {replaced}</p>}
 *     </>
 *   );
 * }
 * ```
 */
export function useDraft(sessionId?: string): EditableDraft {
  const view = useOptionalAcpView();
  const drafts = useOptionalPersistence()?.drafts ?? getMemoryDrafts(requireView(view, useDraft));
  const id = useNamedSession(useDraft, sessionId === undefined ? undefined : { sessionId });
  const source = useMemo(() => getDraftSource(drafts, id), [drafts, id]);
  const draft = useSyncExternalStore(source.subscribe, source.get, source.getInitial);
  return useMemo(() => {
    const { text, ...conflicts } = draft;
    return [text, source.setText, { ...conflicts, dismiss: source.dismiss }];
  }, [draft, source]);
}
