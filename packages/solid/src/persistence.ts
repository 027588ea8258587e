import { createSavingSource, getDraftSource, type Saving } from "@acp-store/core/reads";
import { type Accessor, createMemo } from "solid-js";
import {
  type SessionOptions,
  useOptionalSessionId,
  useDraftsAccessor,
  usePersistenceAccessor,
  useSessionId,
} from "./context.js";
import { useSource } from "./useRead.js";

/**
 * Returns whether the sessions are saved, the time of the last write, and both for one session: that
 * of the options, or the provided one.
 *
 * @throws AcpProviderError if no persistence was provided.
 *
 * @example
 * ```ts
 * const saving = usePersistence();
 * const isSaved = () => saving().status === "ok";
 * ```
 */
export function usePersistence(options?: SessionOptions): Accessor<Saving> {
  const persistence = usePersistenceAccessor(usePersistence);
  const sessionId = useOptionalSessionId(options);
  return useSource(() => createSavingSource(persistence(), sessionId?.()));
}

/** The unsent prompt of a session. */
export interface EditableDraft {
  /** Returns the text. */
  readonly text: Accessor<string>;
  /** Sets and saves the text. */
  readonly setText: (text: string) => void;
  /**
   * Returns the older text, if the draft was also edited elsewhere, such as in a second tab, and
   * the newer text has replaced it. Show it until `dismiss` is called, so that the user can copy
   * it.
   */
  readonly replaced: Accessor<string | undefined>;
  /** Returns the error with which the saved draft could not be read. */
  readonly error: Accessor<unknown>;
  /** Removes the replaced text. */
  readonly dismiss: () => void;
}

/**
 * Returns the unsent prompt of a session. Set an empty text when the prompt is sent. Components with
 * the same session share the draft. The draft of another tab appears as soon as it is saved there. The
 * text is empty until the saved draft is read.
 *
 * @throws AcpProviderError if neither a persistence nor a store was provided.
 *
 * @example
 * ```tsx
 * const { text, setText } = useDraft();
 * <textarea value={text()} onInput={(event) => setText(event.currentTarget.value)} />;
 * ```
 */
export function useDraft(options?: SessionOptions): EditableDraft {
  const drafts = useDraftsAccessor(useDraft);
  const sessionId = useSessionId(useDraft, options);
  const source = createMemo(() => getDraftSource(drafts(), sessionId()));
  const draft = useSource(source);
  return {
    text: () => draft().text,
    setText: (text) => source().setText(text),
    replaced: () => draft().replaced,
    error: () => draft().error,
    dismiss: () => source().dismiss(),
  };
}
