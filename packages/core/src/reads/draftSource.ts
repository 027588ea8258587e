import { createMemoryDrafts } from "./memoryDrafts.js";
import { NO_SESSION } from "./noSession.js";
import type { Drafts } from "./savingSource.js";
import type { ValueSource } from "./stateRead.js";

/** The unsent prompt of a session, with its conflicts and errors. */
export interface Draft {
  /** The text. Empty until the saved draft is read. */
  readonly text: string;
  /**
   * The older text, if the draft was also edited elsewhere, such as in a second tab, and the newer
   * text has replaced it. Show it until `dismiss` is called, so that the user can copy it.
   */
  readonly replaced?: string;
  /** The error with which the saved draft could not be read. */
  readonly error?: unknown;
}

/** A source of the draft of one session, and the functions that change it. */
export interface DraftSource extends ValueSource<Draft> {
  /** Sets and saves the text. A function gets the current text, which may have come from elsewhere. */
  readonly setText: (text: string | ((current: string) => string)) => void;
  /** Removes `replaced`. */
  readonly dismiss: () => void;
}

const EMPTY: Draft = { text: "" };

const sharedSources = new WeakMap<Drafts, Map<string, DraftSource>>();

/**
 * Returns the source of the draft of a session. All callers with the same session share it, so that
 * several components have the same text. The saved draft is read with the first listener. That of
 * {@link NO_SESSION} is not saved.
 *
 * @example
 * ```ts
 * const draft = getDraftSource(persistence.drafts, "s1");
 * const stop = draft.subscribe(() => (textarea.value = draft.get().text));
 * textarea.oninput = () => draft.setText(textarea.value);
 * ```
 */
export function getDraftSource(drafts: Drafts, sessionId: string): DraftSource {
  const known = sharedSources.get(drafts) ?? new Map<string, DraftSource>();
  sharedSources.set(drafts, known);
  const draft =
    known.get(sessionId) ??
    createDraftSource(sessionId === NO_SESSION ? createMemoryDrafts() : drafts, sessionId);
  known.set(sessionId, draft);
  return draft;
}

function createDraftSource(drafts: Drafts, sessionId: string): DraftSource {
  const listeners = new Set<() => void>();
  let state = EMPTY;
  /** Grows with each change, because a draft that is being read may be older. */
  let changes = 0;
  let stop = (): void => {};

  function setState(next: Draft): void {
    changes += 1;
    const isSame = next.text === state.text && next.replaced === state.replaced;
    if (isSame && next.error === state.error) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  async function readSaved(): Promise<void> {
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
    get: () => state,
    getInitial: () => EMPTY,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        stop = drafts.onChange(({ sessionId: changedId, text, replaced = state.replaced }) => {
          if (changedId === sessionId)
            setState({ ...state, text, ...(replaced !== undefined && { replaced }) });
        });
        void readSaved();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    setText(next) {
      const text = typeof next === "function" ? next(state.text) : next;
      // Saving the same text again could replace a newer one.
      if (typeof next === "function" && text === state.text) return;
      drafts.set(sessionId, text);
      // Without a listener, nothing else tells this source of the change.
      setState({ ...state, text });
    },
    dismiss() {
      const { replaced: _, ...rest } = state;
      setState(rest);
    },
  };
}
