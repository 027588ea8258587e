import { useMemo, useSyncExternalStore } from "react";
import { useSessionId } from "./context.js";
import { type DraftSource, usePersistenceSource } from "./persistence.js";

/** The conflicts and errors of a draft. */
export interface DraftDetails {
  /**
   * A text that the draft has replaced although it was written elsewhere, such as in a second tab, or
   * that a newer one from there has replaced. Show it until `dismiss` is called, so that the user can
   * copy it.
   */
  readonly replaced?: string;
  /** The error with which the saved draft could not be read. */
  readonly error?: unknown;
  /** Removes `replaced`. */
  dismiss(): void;
}

/** The result of {@link useDraft}: the text, a function that sets it, and details. */
export type Draft = readonly [text: string, setText: (text: string) => void, details: DraftDetails];

/**
 * Returns the unsent prompt of a session, and a function that sets and saves it. Set an empty text
 * when the prompt is sent. Components with the same session share the draft, and no others render
 * when it changes. The draft of another tab appears as soon as it is saved there. The text is empty on
 * a server, and until the saved draft is read.
 *
 * @param sessionId - The session. Default: that of the nearest {@link AcpSessionProvider}.
 * @throws Error outside of an {@link AcpPersistenceProvider}.
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
export function useDraft(sessionId?: string): Draft {
  const { drafts } = usePersistenceSource();
  const id = useSessionId(sessionId === undefined ? undefined : { sessionId });
  const shared = useMemo(() => getSharedDraft(drafts, id), [drafts, id]);
  const state = useSyncExternalStore(shared.subscribe, shared.getState, getServerState);
  return useMemo(() => {
    const { text, ...details } = state;
    return [text, shared.setText, { ...details, dismiss: shared.dismiss }];
  }, [state, shared]);
}

interface DraftState extends Omit<DraftDetails, "dismiss"> {
  readonly text: string;
}

/** The draft of one session. It exists outside of React, so that all components have the same text. */
interface SharedDraft {
  readonly getState: () => DraftState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly setText: (text: string) => void;
  readonly dismiss: () => void;
}

const EMPTY: DraftState = { text: "" };

const sharedDrafts = new WeakMap<DraftSource, Map<string, SharedDraft>>();

function getSharedDraft(drafts: DraftSource, sessionId: string): SharedDraft {
  const known = sharedDrafts.get(drafts) ?? new Map<string, SharedDraft>();
  sharedDrafts.set(drafts, known);
  const draft = known.get(sessionId) ?? createSharedDraft(drafts, sessionId);
  known.set(sessionId, draft);
  return draft;
}

function createSharedDraft(drafts: DraftSource, sessionId: string): SharedDraft {
  const listeners = new Set<() => void>();
  let state = EMPTY;
  /** Grows with each change, because a draft that is being read may be older. */
  let changes = 0;
  let stop = (): void => {};

  function setState(next: DraftState): void {
    changes += 1;
    const isSame = next.text === state.text && next.replaced === state.replaced;
    if (isSame && next.error === state.error) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  async function read(): Promise<void> {
    const changesBefore = changes;
    try {
      const text = await drafts.get(sessionId);
      const { error: _, ...rest } = state;
      if (changes === changesBefore) setState({ ...rest, text });
    } catch (error) {
      setState({ ...state, error });
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        stop = drafts.onChange(({ sessionId: changedId, text, replaced = state.replaced }) => {
          if (changedId === sessionId)
            setState({ ...state, text, ...(replaced !== undefined && { replaced }) });
        });
        void read();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    setText: (text) => drafts.set(sessionId, text),
    dismiss() {
      const { replaced: _, ...rest } = state;
      setState(rest);
    },
  };
}

function getServerState(): DraftState {
  return EMPTY;
}
