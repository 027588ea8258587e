import { createSavingSource, getDraftSource, type Saving } from "@acp-store/core/reads";
import { computed, type ComputedRef, type WritableComputedRef } from "vue";
import {
  injectOptionalSessionId,
  injectDrafts,
  injectPersistence,
  injectSessionId,
  type SessionOptions,
} from "./context.js";
import { type ReadRef, useSource } from "./useRead.js";

/**
 * Returns whether the sessions are saved, the time of the last write, and both for one session: that
 * of the options, or the provided one.
 *
 * @throws AcpProviderError if no persistence was provided.
 *
 * @example
 * ```ts
 * const saving = usePersistence();
 * const isSaved = computed(() => saving.value.status === "ok");
 * ```
 */
export function usePersistence(options?: SessionOptions): ReadRef<Saving> {
  const persistence = injectPersistence(usePersistence);
  const getSessionId = injectOptionalSessionId(options);
  return useSource(() => createSavingSource(persistence, getSessionId?.()));
}

/** The unsent prompt of a session. */
export interface EditableDraft {
  /** The text. Setting it saves it. */
  readonly text: WritableComputedRef<string>;
  /**
   * The older text, if the draft was also edited elsewhere, such as in a second tab, and the newer
   * text has replaced it. Show it until `dismiss` is called, so that the user can copy it.
   */
  readonly replaced: ComputedRef<string | undefined>;
  /** The error with which the saved draft could not be read. */
  readonly error: ComputedRef<unknown>;
  /** Removes `replaced`. */
  dismiss(): void;
}

/**
 * Returns the unsent prompt of a session, whose text fits `v-model`. Set an empty text when the prompt
 * is sent. Components with the same session share the draft. The draft of another tab appears as soon
 * as it is saved there. The text is empty until the saved draft is read.
 *
 * @throws AcpProviderError if neither a persistence nor a store was provided.
 *
 * @example
 * ```ts
 * const { text } = useDraft(); // <textarea v-model="text" />
 * ```
 */
export function useDraft(options?: SessionOptions): EditableDraft {
  const drafts = injectDrafts(useDraft);
  const getSessionId = injectSessionId(useDraft, options);
  const source = computed(() => getDraftSource(drafts, getSessionId()));
  const draft = useSource(() => source.value);
  return {
    text: computed({
      get: () => draft.value.text,
      set: (text) => source.value.setText(text),
    }),
    replaced: computed(() => draft.value.replaced),
    error: computed(() => draft.value.error),
    dismiss: () => source.value.dismiss(),
  };
}
