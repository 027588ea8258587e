import {
  createSavingSource,
  type DraftSource,
  getDraftSource,
  NO_SESSION,
  type Saving,
  type ValueSource,
} from "@acp-store/core/reads";
import {
  callerOf,
  consumeOptionalSessionId,
  consumeDrafts,
  consumePersistence,
  consumeSessionId,
  type ControllerHost,
} from "./context.js";
import { followSource } from "./readControllers.js";

/**
 * Updates an element when the state of saving changes: whether the sessions are saved, the time of
 * the last write, and both for the provided session, if there is one.
 *
 * @example
 * ```ts
 * class SavedMark extends LitElement {
 *   readonly #saving = new SavingController(this);
 *   protected override render() {
 *     return html`<p>${this.#saving.value.status}</p>`;
 *   }
 * }
 * ```
 */
export class SavingController {
  readonly #getSource: () => ValueSource<Saving>;

  /** Creates a controller of the persistence that was provided. */
  constructor(host: ControllerHost) {
    const getPersistence = consumePersistence(host, callerOf("SavingController", host));
    const getSessionId = consumeOptionalSessionId(host);
    this.#getSource = followSource(host, () =>
      createSavingSource(getPersistence(), getSessionId()),
    );
  }

  /**
   * The current state of saving.
   * @throws AcpProviderError if no persistence was provided.
   */
  get value(): Saving {
    return this.#getSource().get();
  }
}

/**
 * The unsent prompt of the provided session, or of the one that a function names. Elements with the
 * same session share the draft. The draft of another tab appears as soon as it is saved there.
 *
 * @example
 * ```ts
 * class Composer extends LitElement {
 *   readonly #draft = new DraftController(this);
 *   readonly #onInput = (event: InputEvent & { readonly target: HTMLTextAreaElement }) =>
 *     (this.#draft.text = event.target.value);
 *   protected override render() {
 *     return html`<textarea .value=${live(this.#draft.text)} @input=${this.#onInput}></textarea>`;
 *   }
 * }
 * ```
 */
export class DraftController {
  readonly #getSource: () => DraftSource;

  /** Creates a controller of the drafts of the persistence that was provided, or of drafts in memory. */
  constructor(host: ControllerHost, getSessionId?: () => string | undefined) {
    const caller = callerOf("DraftController", host);
    const getDrafts = consumeDrafts(host, caller);
    const getId = getSessionId ?? consumeSessionId(host, caller);
    this.#getSource = followSource(host, () => getDraftSource(getDrafts(), getId() ?? NO_SESSION));
  }

  /**
   * The text. Setting it saves it: set an empty text when the prompt is sent. Empty until the saved
   * draft is read.
   * @throws AcpProviderError if neither a persistence nor a store was provided, or no session was named.
   */
  get text(): string {
    return this.#getSource().get().text;
  }

  set text(text: string) {
    this.#getSource().setText(text);
  }

  /**
   * The older text, if the draft was also edited elsewhere, such as in a second tab, and the newer
   * text has replaced it. Show it until `dismiss` is called, so that the user can copy it.
   */
  get replaced(): string | undefined {
    return this.#getSource().get().replaced;
  }

  /** The error with which the saved draft could not be read. */
  get error(): unknown {
    return this.#getSource().get().error;
  }

  /** Removes `replaced`. */
  dismiss(): void {
    this.#getSource().dismiss();
  }
}
