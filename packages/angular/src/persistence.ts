import { createSavingSource, getDraftSource, type Saving } from "@acp-store/core/reads";
import { computed, linkedSignal, type Signal, untracked, type WritableSignal } from "@angular/core";
import {
  injectOptionalSessionId,
  injectDrafts,
  injectProvidedPersistence,
  injectSessionId,
  runWithInjector,
  type SessionOptions,
} from "./context.js";
import { injectSource } from "./injectRead.js";

/**
 * Returns whether the sessions are saved, the time of the last write, and both for one session: that
 * of the options, or the provided one.
 *
 * @throws AcpProviderError if no persistence was provided.
 *
 * @example
 * ```ts
 * const saving = injectPersistence();
 * const isSaved = computed(() => saving().status === "ok");
 * ```
 */
export function injectPersistence(options?: SessionOptions): Signal<Saving> {
  return runWithInjector(options, injectPersistence, () => {
    const persistence = injectProvidedPersistence(injectPersistence);
    const getSessionId = injectOptionalSessionId(options);
    return injectSource(() => createSavingSource(persistence, getSessionId?.()));
  });
}

/** The unsent prompt of a session. */
export interface EditableDraft {
  /** The text. Setting it saves it. */
  readonly text: WritableSignal<string>;
  /**
   * The older text, if the draft was also edited elsewhere, such as in a second tab, and the newer
   * text has replaced it. Show it until `dismiss` is called, so that the user can copy it.
   */
  readonly replaced: Signal<string | undefined>;
  /** The error with which the saved draft could not be read. */
  readonly error: Signal<unknown>;
  /** Removes `replaced`. */
  dismiss(): void;
}

/**
 * Returns the unsent prompt of a session, whose text fits two-way bindings. Set an empty text when the
 * prompt is sent. Components with the same session share the draft. The draft of another tab appears
 * as soon as it is saved there. The text is empty until the saved draft is read.
 *
 * @throws AcpProviderError if neither a persistence nor a store was provided.
 *
 * @example
 * ```ts
 * const draft = injectDraft(); // <textarea [(ngModel)]="draft.text"></textarea>
 * ```
 */
export function injectDraft(options?: SessionOptions): EditableDraft {
  return runWithInjector(options, injectDraft, () => {
    const drafts = injectDrafts(injectDraft);
    const getSessionId = injectSessionId(injectDraft, options);
    const source = computed(() => getDraftSource(drafts, getSessionId()));
    const draft = injectSource(source);
    // Templates bind only writable signals in both directions. The new text comes from the source.
    const text = linkedSignal(() => draft().text);
    text.set = (value) => untracked(source).setText(value);
    text.update = (change) => text.set(change(untracked(text)));
    return {
      text,
      replaced: computed(() => draft().replaced),
      error: computed(() => draft().error),
      dismiss: () => untracked(source).dismiss(),
    };
  });
}
