import type { AcpView } from "@acp-store/core";
import type { Attachment, ReadingAttachment } from "./attachments.js";

/** The attachments of one session that are not sent yet. */
export interface DraftedAttachments {
  /** The attachments, in the order in which they were added. */
  readonly items: readonly Attachment[];
  /** Those whose content is being read. */
  readonly reading: readonly ReadingAttachment[];
}

/** An attachment without the id that the draft gives it. */
export type NewAttachment = Omit<Attachment, "id">;

/** The attachments of one session that are not sent yet, and what changes them. */
export interface AttachmentDraft {
  get(): DraftedAttachments;
  /**
   * Adds an attachment once it is read. Rejects if reading it fails. Removing it aborts the signal, and what is read
   * is ignored.
   */
  add(
    attachment: Omit<ReadingAttachment, "id">,
    read: (signal: AbortSignal) => Promise<NewAttachment>,
  ): Promise<void>;
  remove(id: string): void;
  clear(): void;
  /** Calls a listener after each change. Returns a function that removes it. */
  subscribe(listener: () => void): () => void;
}

const draftsByView = new WeakMap<AcpView, Map<string, AttachmentDraft>>();

/**
 * Returns the attachments of a session, which are kept in memory until they are sent or the session is
 * closed. They are not saved: saved drafts are rewritten while the user types, and images are large.
 */
export function getAttachmentDraft(view: AcpView, sessionId: string): AttachmentDraft {
  const drafts = draftsByView.get(view) ?? new Map<string, AttachmentDraft>();
  draftsByView.set(view, drafts);
  const draft = drafts.get(sessionId) ?? createAttachmentDraft();
  if (!drafts.has(sessionId)) {
    drafts.set(sessionId, draft);
    view.watch({ type: "field", sessionId, field: "closed" }, draft.clear);
  }
  return draft;
}

/** An attachment, and what stops its reading. `attachment` is absent until it is read. */
interface Entry extends ReadingAttachment {
  readonly stop: AbortController;
  readonly attachment?: Attachment;
}

function createAttachmentDraft(): AttachmentDraft {
  const listeners = new Set<() => void>();
  let entries: readonly Entry[] = [];
  let drafted: DraftedAttachments = { items: [], reading: [] };
  let nextId = 0;

  function set(next: readonly Entry[]): void {
    for (const entry of entries) if (!next.some(({ id }) => id === entry.id)) entry.stop.abort();
    entries = next;
    drafted = {
      items: next.flatMap(({ attachment }) => attachment ?? []),
      reading: next.filter(({ attachment }) => attachment === undefined),
    };
    for (const listener of [...listeners]) listener();
  }
  const remove = (id: string): void => set(entries.filter((entry) => entry.id !== id));
  return {
    get: () => drafted,
    async add({ name, token }, read) {
      const stop = new AbortController();
      const id = String(nextId++);
      set([...entries, { id, name, token, stop }]);
      try {
        const attachment = { ...(await read(stop.signal)), token, id };
        set(entries.map((entry) => (entry.id === id ? { ...entry, attachment } : entry)));
      } catch (error) {
        if (stop.signal.aborted) return;
        remove(id);
        throw error;
      }
    },
    remove,
    clear: () => set([]),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
