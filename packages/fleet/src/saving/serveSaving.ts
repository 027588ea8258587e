import type { MirrorLink, MirrorRights } from "@acp-store/mirror";
import type { FleetAgent } from "../owner/types.js";
import { encodeSaving, parseDraftRequest, type SavingMessage, type SentSaving } from "./wire.js";

/** The longest draft of a page, in characters. */
const MAX_DRAFT_CHARS = 1_000_000;

/**
 * Shows a page whether the sessions of an agent are saved, and shares the unsent prompts with it. A page sees
 * and changes the drafts of the sessions that it sees.
 */
export function serveSaving(
  channel: MirrorLink,
  { store, saving }: FleetAgent,
  rights: MirrorRights,
): void {
  const sent = new Map<string, SentSaving>();
  /** The text that this page has sent last, so that it does not come back. */
  const received = new Map<string, string>();
  /** The drafts that are being read and were not changed in the meantime. */
  const reading = new Set<string>();
  /** The number of the last change of this page. */
  let lastChange = 0;

  function isVisible(sessionId: string): boolean {
    const { sessions, catalog } = store.getState();
    const isKnown = sessions.has(sessionId) || catalog.has(sessionId);
    return isKnown && (rights.sees?.(sessionId) ?? true);
  }

  function send(message: SavingMessage): void {
    channel.send(encodeSaving(message));
  }

  function sendSaving(): void {
    const sessions: Record<string, SentSaving> = {};
    for (const sessionId of store.getState().sessions.keys()) {
      const current = saving.sessionStatus(sessionId);
      const last = sent.get(sessionId);
      const isSame = current?.status === last?.status && current?.lastSavedAt === last?.lastSavedAt;
      if (current === undefined || isSame || !isVisible(sessionId)) continue;
      const { status, lastSavedAt } = current;
      const next = { status, ...(lastSavedAt !== undefined && { lastSavedAt }) };
      sent.set(sessionId, next);
      sessions[sessionId] = next;
    }
    const { status, lastSavedAt } = saving;
    send({
      type: "saving",
      all: { status, ...(lastSavedAt !== undefined && { lastSavedAt }) },
      sessions,
    });
  }

  async function sendDraft(sessionId: string): Promise<void> {
    const after = lastChange;
    reading.add(sessionId);
    // A draft that cannot be read counts as empty. The status reports a broken storage.
    const text = await saving.drafts.get(sessionId).catch(() => "");
    // A newer text was sent already.
    if (reading.delete(sessionId)) send({ type: "draft", sessionId, text, after });
  }

  channel.onMessage((encoded) => {
    const request = parseDraftRequest(encoded);
    if (request === undefined || !isVisible(request.sessionId)) return;
    const { sessionId } = request;
    if (request.type === "get") return void sendDraft(sessionId);
    const { text, number } = request;
    lastChange = number;
    if (text.length > MAX_DRAFT_CHARS) return;
    // A page that may not prompt has nothing to send.
    if (rights.may?.({ name: "prompt", args: [sessionId, []] }) !== true) return;
    received.set(sessionId, text);
    saving.drafts.set(sessionId, text);
  });
  const stopDrafts = saving.drafts.onChange(({ sessionId, text }) => {
    reading.delete(sessionId);
    if (received.get(sessionId) === text || !isVisible(sessionId)) return;
    received.delete(sessionId);
    send({ type: "draft", sessionId, text, after: lastChange });
  });
  const stopSaving = saving.onStatus(sendSaving);
  channel.onClose(() => {
    stopDrafts();
    stopSaving();
  });
  sendSaving();
}
