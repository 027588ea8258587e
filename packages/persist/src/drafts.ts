import { isolateListenerErrors } from "@acp-store/core/tap";
import { unknownVersion } from "./errors.js";
import {
  DOCUMENT_VERSION,
  draftDocumentId,
  encodeEntry,
  INITIAL_CHECKSUM,
  isKnownVersion,
  verifyDocument,
} from "./format.js";
import { onBeforeExit, openChannel } from "./platform.js";
import { type AcpStorage, isSupersededError, nextEpoch, type StoredDocument } from "./storage.js";

/** The options of {@link drafts}. */
export interface DraftOptions {
  /** The longest time between a change and its write, in ms. Default: 500. */
  readonly debounceMs?: number;
}

/** A change of a draft. */
export interface DraftChange {
  /** The session that the draft belongs to. */
  readonly sessionId: string;
  /** The text of the draft. Empty if it was removed. */
  readonly text: string;
  /**
   * The older text, if the draft was also edited elsewhere, such as in a second tab, and the newer
   * text has replaced it. Show it, so that the user can copy it.
   */
  readonly replaced?: string;
}

/** The unsent prompts of a storage, one for each session. All functions are bound. */
export interface Drafts {
  /**
   * Resolves with the draft of a session, or with an empty text if there is none.
   *
   * @throws AcpPersistError if a newer release has saved the draft.
   */
  get(sessionId: string): Promise<string>;
  /** Sets the draft of a session. It is saved within the debounce time. */
  set(sessionId: string, text: string): void;
  /** Removes the draft of a session, such as when it was sent. */
  remove(sessionId: string): void;
  /**
   * Calls a listener after each change, even after one in another tab. Returns a function that
   * removes it.
   */
  onChange(listener: (change: DraftChange) => void): () => void;
  /**
   * Saves all drafts now.
   *
   * @throws the error of the storage. The drafts are saved with the next change or flush.
   */
  flush(): Promise<void>;
  /**
   * Saves all drafts, and stops saving.
   *
   * @throws the error of the storage.
   */
  stop(): Promise<void>;
}

/** A draft that is not saved yet. */
interface UnsavedDraft {
  readonly text: string;
  /** Grows with the time at which the text was written. */
  readonly epoch: number;
}

const DEBOUNCE_MS = 500;
/** The channel on which tabs tell each other the session whose draft they have saved. */
const CHANNEL = "@acp-store/persist: drafts";

/**
 * Returns the drafts of a storage. Each is a separate document, so that typing costs little. A
 * newer draft wins over an older one, even if the older one is saved later.
 *
 * @example
 * ```ts
 * const prompts = drafts(memoryStorage());
 * prompts.set("s1", "Fix the failing");
 * await prompts.flush();
 * await prompts.get("s1"); // "Fix the failing"
 * ```
 */
export function drafts(storage: AcpStorage, options: DraftOptions = {}): Drafts {
  const { debounceMs = DEBOUNCE_MS } = options;
  const unsaved = new Map<string, UnsavedDraft>();
  /** The epochs of the stored drafts that this object has read or written. */
  const knownEpochs = new Map<string, number>();
  const listeners = new Set<(change: DraftChange) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<unknown> = Promise.resolve();
  let removeExitListener: (() => void) | undefined;
  let channel = openChannel(CHANNEL);
  channel?.addEventListener("message", ({ data }) => void readAgain(String(data)).catch(() => {}));

  function report(change: DraftChange): void {
    for (const listener of [...listeners]) isolateListenerErrors(() => listener(change));
  }

  function set(sessionId: string, text: string): void {
    unsaved.set(sessionId, { text, epoch: nextEpoch(knownEpochs.get(sessionId)) });
    report({ sessionId, text });
    // There may be no time to read before the page ends.
    removeExitListener ??= onBeforeExit(() => void saveAll(false).catch(() => {}));
    timer ??= setTimeout(() => void flush().catch(() => {}), debounceMs);
  }

  async function get(sessionId: string): Promise<string> {
    const stored = await storage.read(draftDocumentId(sessionId));
    const draft = unsaved.get(sessionId);
    if (draft !== undefined) return draft.text;
    if (stored !== undefined) knownEpochs.set(sessionId, stored.epoch);
    return readText(sessionId, stored);
  }

  /** Reads a draft that another tab has saved or removed. */
  async function readAgain(sessionId: string): Promise<void> {
    if (listeners.size === 0) return;
    const draft = unsaved.get(sessionId);
    if (draft !== undefined) return void (await isReplaced(sessionId, draft));
    const stored = await storage.read(draftDocumentId(sessionId));
    if (unsaved.has(sessionId) || stored?.epoch === knownEpochs.get(sessionId)) return;
    if (stored === undefined) knownEpochs.delete(sessionId);
    else knownEpochs.set(sessionId, stored.epoch);
    report({ sessionId, text: readText(sessionId, stored) });
  }

  /** Saves the drafts one after the other. `isChecked`: reports the drafts that are replaced. */
  function saveAll(isChecked: boolean): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const done = saving.then(async () => {
      const results = await Promise.allSettled(
        Array.from(unsaved, ([sessionId, draft]) => save(sessionId, draft, isChecked)),
      );
      for (const result of results) if (result.status === "rejected") throw result.reason;
    });
    saving = done.catch(() => {});
    return done;
  }

  function flush(): Promise<void> {
    return saveAll(true);
  }

  async function save(sessionId: string, draft: UnsavedDraft, isChecked: boolean): Promise<void> {
    if (isChecked && (await isReplaced(sessionId, draft))) return;
    try {
      await write(sessionId, draft);
      channel?.postMessage(sessionId);
    } catch (error) {
      // Another tab has saved a newer draft in the meantime.
      if (!isSupersededError(error) || !(await isReplaced(sessionId, draft))) throw error;
      return;
    }
    if (unsaved.get(sessionId) === draft) unsaved.delete(sessionId);
  }

  /** Compares a draft with the stored one. Returns whether the stored one is newer and replaces it. */
  async function isReplaced(sessionId: string, { text, epoch }: UnsavedDraft): Promise<boolean> {
    const stored = await storage.read(draftDocumentId(sessionId));
    const other = readText(sessionId, stored);
    if (stored === undefined || stored.epoch === knownEpochs.get(sessionId)) return false;
    knownEpochs.set(sessionId, stored.epoch);
    if (stored.epoch < epoch) {
      if (other !== "" && other !== text) report({ sessionId, text, replaced: other });
      return false;
    }
    unsaved.delete(sessionId);
    if (other !== text) report({ sessionId, text: other, ...(text !== "" && { replaced: text }) });
    return true;
  }

  async function write(sessionId: string, { text, epoch }: UnsavedDraft): Promise<void> {
    const id = draftDocumentId(sessionId);
    if (text === "") {
      await storage.remove(id);
      knownEpochs.delete(sessionId);
      return;
    }
    const head = { v: DOCUMENT_VERSION, seq: 0, info: { updatedAt: Date.now() } };
    const snapshot = encodeEntry(head, JSON.stringify(text), INITIAL_CHECKSUM).text;
    await storage.write({ id, epoch, snapshot });
    knownEpochs.set(sessionId, epoch);
  }

  return {
    get,
    set,
    remove: (sessionId) => set(sessionId, ""),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    flush,
    async stop() {
      removeExitListener?.();
      try {
        await flush();
      } finally {
        channel?.close();
        channel = undefined;
      }
    },
  };
}

/** Returns the text of a stored draft, or an empty text if the draft is damaged. */
function readText(sessionId: string, stored: StoredDocument | undefined): string {
  const document = stored && verifyDocument({ ...stored, journal: [] });
  if (document === undefined) return "";
  if (!isKnownVersion(document)) throw unknownVersion(sessionId, document.snapshot.head.v);
  return JSON.parse(document.snapshot.body) as string;
}
