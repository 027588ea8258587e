import { type AcpPatch, type AcpState, type CatalogEntry, serializeSession } from "@acp-store/core";
import { createPatchMerger, type PatchMerger } from "@acp-store/core/replica";
import {
  DOCUMENT_VERSION,
  encodeEntry,
  type EntryHead,
  INITIAL_CHECKSUM,
  type SavedSessionInfo,
} from "./format.js";
import type { Redactor } from "./redactor.js";
import { isActive, rootPatches, savedParts, sessionInfo } from "./savedState.js";

/** The journal of a small session is compacted when it has this many characters. */
const MIN_COMPACTION_LENGTH = 65_536;
/** A journal that is this many times as long as allowed is compacted during a turn, too. */
const BUSY_FACTOR = 4;
/** The number of unsaved patches from which a snapshot is written in their place. */
const MAX_PATCHES = 10_000;

/** The unsaved changes of one session, and what is known about its document. */
export class SessionJournal {
  /** The time of the last change, in ms of the store's clock. */
  updatedAt = 0;
  readonly #sessionId: string;
  readonly #redactor: Redactor | undefined;
  readonly #patches: PatchMerger = createPatchMerger();
  #needsSnapshot = true;
  #seq = 0;
  #checksum = INITIAL_CHECKSUM;
  #snapshotLength = 0;
  #journalLength = 0;
  /** The fields at the top of the state that are in the document. */
  #savedRoot: Pick<AcpState, "protocolVersion" | "agent"> | undefined;
  /** The catalog entry that is in the document. */
  #savedEntry: CatalogEntry | undefined;

  constructor(sessionId: string, redactor: Redactor | undefined) {
    this.#sessionId = sessionId;
    this.#redactor = redactor;
  }

  /** Whether the previous entry left out the last word of a text that was still growing. */
  get hasUnfinishedTexts(): boolean {
    return this.#redactor?.hasUnfinishedTexts() ?? false;
  }

  /** Adds a change. */
  add(patch: AcpPatch): void {
    this.#redactor?.onPatch(patch);
    if (this.#needsSnapshot) return;
    this.#patches.push(patch);
    if (this.#patches.size() > MAX_PATCHES) this.requireSnapshot();
  }

  /** Called when a turn of the session has ended. */
  onTurnEnd(): void {
    this.#redactor?.onTurnEnd();
  }

  /** Makes the next entry a snapshot, such as after a write that failed. */
  requireSnapshot(): void {
    this.#needsSnapshot = true;
    this.#patches.drain();
  }

  /**
   * Creates the next entry, with all changes up to the given state, which then count as written.
   * With `isClosed`, it is a snapshot of a session that the user has closed.
   */
  createEntry(
    state: AcpState,
    isClosed: boolean,
  ): { readonly snapshot: string } | { readonly append: string } {
    const info = this.#info(state, isClosed);
    const patches = this.#patches.drain();
    if (this.#needsSnapshot || isClosed || this.#isCompactionDue(state))
      return { snapshot: this.#createSnapshot(state, info) };
    return { append: this.#createRecord(state, info, patches) };
  }

  #createSnapshot(state: AcpState, info: SavedSessionInfo): string {
    const parts = savedParts(state, this.#sessionId);
    const redacted = this.#redactor?.redactState(parts) ?? parts;
    const body = JSON.stringify(serializeSession(redacted, this.#sessionId));
    this.#savedEntry = undefined;
    const head = { v: DOCUMENT_VERSION, seq: this.#seq, info, ...this.#catalogOf(state) };
    const text = this.#encode(head, body, INITIAL_CHECKSUM);
    this.#needsSnapshot = false;
    this.#snapshotLength = text.length;
    this.#journalLength = 0;
    this.#setSavedRoot(state);
    return text;
  }

  #createRecord(state: AcpState, info: SavedSessionInfo, patches: readonly AcpPatch[]): string {
    const redacted =
      this.#redactor?.redactPatches(patches, savedParts(state, this.#sessionId)) ?? patches;
    const body = JSON.stringify(
      this.#isRootSaved(state) ? redacted : [...rootPatches(state), ...redacted],
    );
    this.#seq++;
    const head = { seq: this.#seq, info, ...this.#catalogOf(state) };
    const text = this.#encode(head, body, this.#checksum);
    this.#journalLength += text.length;
    this.#setSavedRoot(state);
    return text;
  }

  #encode(head: EntryHead, body: string, previous: number): string {
    const { text, checksum } = encodeEntry(head, body, previous);
    this.#checksum = checksum;
    return text;
  }

  #info(state: AcpState, isClosed: boolean): SavedSessionInfo {
    const info = sessionInfo(state, this.#sessionId, this.updatedAt);
    const redactor = this.#redactor;
    const path = ["sessions", this.#sessionId];
    return {
      ...info,
      ...(redactor &&
        info.title && { title: redactor.redactText(info.title, [...path, "info", "title"]) }),
      ...(redactor && info.cwd && { cwd: redactor.redactText(info.cwd, [...path, "cwd"]) }),
      ...(isClosed && { closed: true }),
    };
  }

  /** Returns the part of a head that a catalog without the content of the session needs. */
  #catalogOf(state: AcpState): Pick<EntryHead, "active" | "catalog"> {
    const active = isActive(state, this.#sessionId);
    const entry = state.catalog.get(this.#sessionId);
    if (entry === undefined || entry === this.#savedEntry) return { active };
    this.#savedEntry = entry;
    const path = ["catalog", this.#sessionId];
    return { active, catalog: this.#redactor?.redactValue(entry, path) ?? entry };
  }

  #setSavedRoot({ protocolVersion, agent }: AcpState): void {
    this.#savedRoot = { protocolVersion, agent };
  }

  /** Returns whether the fields at the top of the state are in the document. */
  #isRootSaved({ protocolVersion, agent }: AcpState): boolean {
    const saved = this.#savedRoot;
    return saved?.protocolVersion === protocolVersion && saved.agent.info === agent.info;
  }

  #isCompactionDue(state: AcpState): boolean {
    const limit = Math.max(MIN_COMPACTION_LENGTH, this.#snapshotLength);
    const openTurns = state.sessions.get(this.#sessionId)?.openTurns ?? [];
    return this.#journalLength > (openTurns.length > 0 ? limit * BUSY_FACTOR : limit);
  }
}
