import type { AcpView } from "@acp-store/core";
import type { Attachment } from "./attachments.js";

/** The files of one session that are not sent yet. */
export interface AttachmentDraft {
  get(): readonly Attachment[];
  add(attachment: Omit<Attachment, "id">): void;
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

function createAttachmentDraft(): AttachmentDraft {
  const listeners = new Set<() => void>();
  let items: readonly Attachment[] = [];
  let nextId = 0;

  function set(next: readonly Attachment[]): void {
    items = next;
    for (const listener of [...listeners]) listener();
  }
  return {
    get: () => items,
    add: (attachment) => set([...items, { ...attachment, id: String(nextId++) }]),
    remove: (id) => set(items.filter((item) => item.id !== id)),
    clear: () => set([]),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
