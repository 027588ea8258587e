import type { InboxItem, Overview } from "@acp-store/fleet";
import type { Conversation } from "./conversation.js";
import type { Terminal } from "./terminal.js";
import { formatHeader, formatInboxLine } from "./view/inboxLine.js";

/** The conversations with the agents. One of them is shown at a time. */
export interface Conversations {
  /** The conversations, in the order of the Tab key. */
  readonly all: readonly Conversation[];
  readonly current: Conversation;
  /** Aborted when the current conversation is hidden. */
  readonly hidden: AbortSignal;
  /** Shows the current conversation. */
  show(): void;
  /** Shows the first session in the inbox that the user has not looked at, or else the next agent. */
  showNext(): Promise<void>;
  /** Shows a session of a conversation. */
  showSession(conversation: Conversation, sessionId: string): Promise<void>;
  /** Stops printing the current conversation and asking its questions. */
  hide(): Promise<void>;
}

/** A row of the inbox, and the conversation that it is about. */
export interface InboxRow {
  readonly item: InboxItem;
  readonly conversation: Conversation;
}

/** Connects the conversations with the agents of an overview. The first one is the current one. */
export function createConversations(
  overview: Overview,
  all: readonly Conversation[],
  first: Conversation,
  terminal: Terminal,
): Conversations {
  const drafts = new WeakMap<Conversation, readonly string[]>();
  /** The rows of the inbox that the user has looked at. They may still need an answer. */
  const visited = new WeakSet<InboxItem>();
  let current = first;
  let hiding = new AbortController();
  let shown = Promise.resolve();
  let switching = Promise.resolve();
  overview.subscribe(updateStatus);

  /** Returns the rows that are not about what the user sees. The ones to look at come first. */
  function getOtherRows(): InboxRow[] {
    const { inbox } = overview.getState();
    const rows = inbox.flatMap((item) => {
      const conversation = all.find(({ agentId }) => agentId === item.agentId);
      return conversation === undefined || isShown(item) ? [] : [{ item, conversation }];
    });
    return rows.toSorted((a, b) => Number(visited.has(a.item)) - Number(visited.has(b.item)));
  }

  /** Returns whether a row is about the current conversation, which asks all questions of its agent. */
  function isShown(item: InboxItem): boolean {
    if (item.agentId !== current.agentId) return false;
    const isNews = item.kind === "failed" || item.kind === "finished";
    return !isNews || item.sessionId === current.sessionId;
  }

  function findNext(): Partial<InboxRow> {
    const [row] = getOtherRows();
    if (row !== undefined && !visited.has(row.item)) return row;
    const conversation = all[(all.indexOf(current) + 1) % all.length];
    return conversation === undefined || conversation === current ? {} : { conversation };
  }

  function updateStatus(): void {
    const { conversation } = findNext();
    const line = conversation && formatInboxLine(overview, current, getOtherRows(), conversation);
    terminal.setStatus(line);
  }

  function show(): void {
    hiding = new AbortController();
    shown = current.show(hiding.signal);
    updateStatus();
  }

  async function hide(): Promise<void> {
    hiding.abort();
    await shown;
  }

  async function switchToNext(): Promise<void> {
    const { conversation, item } = findNext();
    const sessionId = item !== undefined && "sessionId" in item ? item.sessionId : undefined;
    if (conversation !== undefined) await switchTo(conversation, sessionId);
  }

  async function switchTo(conversation: Conversation, sessionId?: string): Promise<void> {
    for (const row of overview.getState().inbox) if (isShown(row)) visited.add(row);
    await hide();
    const draft = terminal.replaceInput(drafts.get(conversation) ?? []);
    drafts.set(current, draft);
    current = conversation;
    terminal.print([formatHeader(current)], []);
    try {
      if (sessionId !== undefined) await current.switchSession(sessionId);
    } finally {
      show();
    }
  }

  /** Runs one switch at a time. */
  function later(run: () => Promise<void>): Promise<void> {
    switching = switching.catch(() => {}).then(run);
    return switching;
  }

  return {
    all,
    get current() {
      return current;
    },
    get hidden() {
      return hiding.signal;
    },
    show,
    showNext: () => later(switchToNext),
    showSession: (conversation, sessionId) => later(() => switchTo(conversation, sessionId)),
    hide,
  };
}
