import {
  createSavingSource,
  type DraftSource,
  getDraftSource,
  type Saving,
} from "@acp-store/core/reads";
import {
  getOptionalSessionIdGetter,
  getDraftsGetter,
  getPersistenceGetter,
  getSessionIdGetter,
  type SessionOptions,
} from "./context.js";
import { type ReadValue, useSource } from "./useRead.js";

/**
 * Returns whether the sessions are saved, the time of the last write, and both for one session: that
 * of the options, or the provided one.
 *
 * @throws AcpProviderError if no persistence was provided.
 *
 * @example
 * ```ts
 * const saving = usePersistence();
 * const isSaved = $derived(saving.current.status === "ok");
 * ```
 */
export function usePersistence(options?: SessionOptions): ReadValue<Saving> {
  const getPersistence = getPersistenceGetter(usePersistence);
  const getSessionId = getOptionalSessionIdGetter(options);
  return useSource(createSavingSource, () => [getPersistence(), getSessionId?.()]);
}

/** The unsent prompt of a session. Destructuring reads its properties once. */
export interface EditableDraft {
  /** The text. Setting it saves it. */
  text: string;
  /**
   * The older text, if the draft was also edited elsewhere, such as in a second tab, and the newer
   * text has replaced it. Show it until `dismiss` is called, so that the user can copy it.
   */
  readonly replaced: string | undefined;
  /** The error with which the saved draft could not be read. */
  readonly error: unknown;
  /** Removes `replaced`. */
  dismiss(): void;
}

/**
 * Returns the unsent prompt of a session, whose text fits `bind:value`. Set an empty text when the
 * prompt is sent. Components with the same session share the draft. The draft of another tab appears as
 * soon as it is saved there. The text is empty until the saved draft is read.
 *
 * @throws AcpProviderError if neither a persistence nor a store was provided.
 *
 * @example
 * ```ts
 * const draft = useDraft(); // <textarea bind:value={draft.text}></textarea>
 * ```
 */
export function useDraft(options?: SessionOptions): EditableDraft {
  const getDrafts = getDraftsGetter(useDraft);
  const getSessionId = getSessionIdGetter(useDraft, options);
  const getSource = (): DraftSource => getDraftSource(getDrafts(), getSessionId());
  // A draft has one source, so the source itself is the argument to compare.
  const draft = useSource(
    (source: DraftSource) => source,
    () => [getSource()],
  );
  return {
    get text() {
      return draft.current.text;
    },
    set text(text) {
      getSource().setText(text);
    },
    get replaced() {
      return draft.current.replaced;
    },
    get error() {
      return draft.current.error;
    },
    dismiss: () => getSource().dismiss(),
  };
}
