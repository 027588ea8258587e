import type { AcpPatch, AcpState } from "@acp-store/core";
import type { SavingStatus, SessionSaving } from "@acp-store/core/reads";
import { isAcpPersistError, unknownVersion } from "./errors.js";
import {
  draftDocumentId,
  isKnownVersion,
  listDraftIds,
  sessionDocumentId,
  verifyDocument,
} from "./format.js";
import { unref } from "./platform.js";
import type { Redactor } from "./redactor.js";
import { SessionJournal } from "./sessionJournal.js";
import { type AcpStorage, isStorageFullError, isSupersededError, nextEpoch } from "./storage.js";

/** The parts of `persistSessions` that a saver uses. */
export interface SaverContext {
  readonly storage: AcpStorage;
  readonly getState: () => AcpState;
  /** Calls `saveChanges` of all savers after the debounce time. */
  readonly schedule: () => void;
  /** Reports that the status of a saver has changed. */
  readonly reportStatus: () => void;
}

/** The delay before the first failed write is tried again, in ms. Doubled with each failure. */
const RETRY_DELAY = 1000;
const MAX_RETRY_DELAY = 60_000;
/** The delay before a write to a full storage is tried again, in ms. */
const FULL_DELAY = 30_000;

/** Saves one session: collects its changes, and writes them to its document. */
export class SessionSaver {
  status: SessionSaving = { status: "ok" };
  readonly #sessionId: string;
  readonly #context: SaverContext;
  readonly #journal: SessionJournal;
  /** The epoch of this writer. Absent before the first write. */
  #epoch: number | undefined;
  /** Whether the session has content: it was restored, or something happened in it. */
  #isKnown = false;
  #isChanged = false;
  /** Set while a replay arrives. The saved transcript stays until the new one is complete. */
  #isPostponed = false;
  #isForgotten = false;
  #isStopped = false;
  #isClosed = false;
  /** The state before the session was closed, until it is saved. */
  #stateBeforeClose: AcpState | undefined;
  #running: Promise<void> | undefined;
  /** Set if `save` was called during a write. */
  #isRequested = false;
  #failures = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(sessionId: string, context: SaverContext, redactor: Redactor | undefined) {
    this.#sessionId = sessionId;
    this.#context = context;
    this.#journal = new SessionJournal(sessionId, redactor);
  }

  /** Whether this saver has written, or will write, the document. */
  get isWriting(): boolean {
    return this.#epoch !== undefined || this.#isChanged;
  }

  /** Adds a patch of the session. It is saved together with the next change. */
  add(patch: AcpPatch): void {
    if (!this.#isClosed) this.#journal.add(patch);
  }

  /** Schedules a write. `at` is the time of the change, in ms of the store's clock. */
  markChanged(at: number): void {
    if (this.#isForgotten) return;
    if (this.#isClosed) {
      if (this.#context.getState().sessions.get(this.#sessionId)?.closed) return;
      this.#isClosed = false;
      this.#stateBeforeClose = undefined;
      this.#journal.requireSnapshot();
    }
    this.#journal.updatedAt = at;
    this.#isKnown = true;
    if (this.#isPostponed) return;
    this.#isChanged = true;
    this.#context.schedule();
  }

  /** Called when a turn of the session has ended. */
  onTurnEnd(): void {
    this.#journal.onTurnEnd();
  }

  /** Records that the session is in the storage, or will be if something happens in it. */
  markRestored(at: number): void {
    this.#isKnown = true;
    this.#journal.updatedAt = at;
  }

  /** Writes the changes so far, and postpones further writes while a replay arrives. */
  postpone(): void {
    void this.save();
    this.#isPostponed = true;
    this.#journal.requireSnapshot();
  }

  /**
   * Allows writes again after a replay. Without `at`, the replay failed, and nothing is written for
   * now.
   */
  resume(at?: number): void {
    if (this.#isPostponed) {
      this.#isPostponed = false;
      this.#isChanged = false;
      this.#journal.requireSnapshot();
    }
    if (at !== undefined) this.markChanged(at);
  }

  /** Records that the session was closed. Its content, which the store has freed, stays saved. */
  close(getStateBefore: () => AcpState, at: number): void {
    if (this.#isClosed) return;
    // A session that the agent refused to load has no content to save.
    const hasContent = this.#isKnown && !this.#isPostponed;
    this.#isPostponed = false;
    if (hasContent) {
      this.markChanged(at);
      this.#stateBeforeClose = getStateBefore();
    }
    this.#isClosed = true;
  }

  /** Removes the document, and never writes it again. */
  forget(): Promise<void> {
    this.#isForgotten = true;
    this.#isChanged = true;
    this.#journal.requireSnapshot();
    return this.save();
  }

  /** Forbids further writes. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retryTimer);
  }

  /** Writes the changes, unless a write has failed recently. */
  saveChanges(): void {
    if (this.#retryTimer === undefined) void this.save();
  }

  /** Writes the changes. Resolves after the attempt, whether it succeeded or not. */
  save(): Promise<void> {
    if (this.#running !== undefined) this.#isRequested = true;
    else if (this.#canWrite()) {
      clearTimeout(this.#retryTimer);
      this.#retryTimer = undefined;
      this.#running = this.#write().finally(() => (this.#running = undefined));
    }
    return this.#running ?? Promise.resolve();
  }

  #canWrite(): boolean {
    if (!this.#isChanged || this.#isForgotten) return this.#isChanged;
    const { status } = this.status;
    const isRefused = status === "superseded" || status === "unknown_version";
    return !isRefused && !this.#isStopped && !this.#isPostponed;
  }

  async #write(): Promise<void> {
    try {
      do {
        this.#isRequested = false;
        if (this.#isForgotten) await this.#removeDocument();
        else await this.#writeEntry();
      } while (this.#isRequested && this.#canWrite());
    } catch (error) {
      this.#handleFailure(error);
    }
  }

  async #writeEntry(): Promise<void> {
    const { storage, getState } = this.#context;
    this.#epoch ??= await this.#claimDocument();
    if (this.#isForgotten || this.#isPostponed) return;
    const before = this.#stateBeforeClose;
    const entry = this.#journal.createEntry(before ?? getState(), before !== undefined);
    this.#isChanged = false;
    await storage.write({
      id: sessionDocumentId(this.#sessionId),
      epoch: this.#epoch,
      ...entry,
    });
    if (this.#stateBeforeClose === before) this.#stateBeforeClose = undefined;
    this.#failures = 0;
    this.#setStatus({ status: "ok", lastSavedAt: Date.now() });
    if (this.#journal.hasUnfinishedTexts) {
      this.#isChanged = true;
      this.#context.schedule();
    }
  }

  async #removeDocument(): Promise<void> {
    const { storage } = this.#context;
    await storage.remove(sessionDocumentId(this.#sessionId));
    for (const id of listDraftIds(this.#sessionId)) await storage.remove(draftDocumentId(id));
    this.#isChanged = false;
    this.#setStatus({ status: "ok" });
  }

  /** Returns an epoch that is greater than that of the document, and that no other writer has. */
  async #claimDocument(): Promise<number> {
    const stored = await this.#context.storage.read(sessionDocumentId(this.#sessionId));
    const document = stored && verifyDocument(stored);
    if (document !== undefined && !isKnownVersion(document))
      throw unknownVersion(this.#sessionId, document.snapshot.head.v);
    return nextEpoch(stored?.epoch);
  }

  #handleFailure(error: unknown): void {
    this.#isChanged = true;
    this.#journal.requireSnapshot();
    const { lastSavedAt } = this.status;
    const status = statusOf(error);
    this.#setStatus({ status, error, ...(lastSavedAt !== undefined && { lastSavedAt }) });
    if (this.#isStopped || !this.#canWrite()) return;
    const delay = Math.min(RETRY_DELAY * 2 ** this.#failures++, MAX_RETRY_DELAY);
    this.#retryTimer = setTimeout(() => void this.save(), status === "full" ? FULL_DELAY : delay);
    unref(this.#retryTimer);
  }

  #setStatus(status: SessionSaving): void {
    this.status = status;
    this.#context.reportStatus();
  }
}

function statusOf(error: unknown): SavingStatus {
  if (isSupersededError(error)) return "superseded";
  if (isStorageFullError(error)) return "full";
  return isAcpPersistError(error) ? "unknown_version" : "failing";
}
