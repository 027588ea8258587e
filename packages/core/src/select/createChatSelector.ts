import type { AcpState } from "../state/state.js";
import type { TimelineItem } from "../state/tables.js";
import { type ChatMessage, selectChatMessages } from "./chatMessages.js";
import { EMPTY_LIST } from "./list.js";

/**
 * Reads a value of the state for a conversion. The result of the conversion is reused until one of
 * the values that it has read changes. Arrays and objects count as the same by reference.
 */
export type ReadForChat = <Value>(select: (state: AcpState) => Value) => Value;

/** The two steps in which messages are converted. Both must be pure. */
export interface ChatConversion<Part extends object, Message extends object> {
  /** Converts one item of a message to its parts: none, one or several. */
  readonly convertItem: (
    item: TimelineItem,
    message: ChatMessage,
    read: ReadForChat,
  ) => readonly Part[];
  /** Makes a message of the parts of its items. */
  readonly convertMessage: (
    message: ChatMessage,
    parts: readonly Part[],
    read: ReadForChat,
  ) => Message;
}

/** A value that a conversion has read. */
interface ReadValue {
  readonly select: (state: AcpState) => unknown;
  readonly value: unknown;
}

/** The result of a conversion, which is used again while it would read the same. */
interface Converted<Result> {
  readonly result: Result;
  readonly reads: readonly ReadValue[];
}

interface ConvertedMessage<Part, Message> extends Converted<Message> {
  readonly message: ChatMessage;
  /** The conversions of the items, at the same positions. */
  readonly items: readonly Converted<readonly Part[]>[];
}

/** The newest result of a session. */
interface ConvertedChat<Part, Message> {
  /** The conversions of the messages, in order. */
  readonly conversions: readonly ConvertedMessage<Part, Message>[];
  readonly messages: readonly Message[];
}

/**
 * Creates a selector that converts the conversation of a session to the messages of a chat library. It
 * is incremental: after a change, it converts only the parts and messages that have read a changed
 * value. All others keep their reference, like the list if nothing changed.
 *
 * @example
 * ```ts
 * const selectTexts = createChatSelector({
 *   convertItem: ({ type, id }, { sessionId }, read) => {
 *     const message = read((state) => state.sessions.get(sessionId)?.messages.get(id));
 *     return type === "message" && message ? message.content : [];
 *   },
 *   convertMessage: ({ id, role }, blocks) => ({ id, role, blocks }),
 * });
 * const messages = selectTexts(store.getState(), "s1");
 * ```
 */
export function createChatSelector<Part extends object, Message extends object>({
  convertItem,
  convertMessage,
}: ChatConversion<Part, Message>): (state: AcpState, sessionId: string) => readonly Message[] {
  /** The newest result of each session, by the first item of its timeline. */
  const chats = new WeakMap<TimelineItem, ConvertedChat<Part, Message>>();
  /** The sessions that are being converted, in case that sessions name each other as subagents. */
  const active = new Set<string>();

  function convertAgain(
    state: AcpState,
    message: ChatMessage,
    known: ConvertedMessage<Part, Message> | undefined,
  ): ConvertedMessage<Part, Message> {
    if (known?.message === message && isMessageCurrent(state, known)) return known;
    const items = message.items.map((item, index) => {
      const knownItem = known?.message.items[index] === item ? known.items[index] : undefined;
      return knownItem !== undefined && isCurrent(state, knownItem)
        ? knownItem
        : recordReads(state, (read) => convertItem(item, message, read));
    });
    const parts = items.flatMap(({ result }) => result);
    return {
      ...recordReads(state, (read) => convertMessage(message, parts, read)),
      message,
      items,
    };
  }

  function convertChat(
    state: AcpState,
    messages: readonly ChatMessage[],
    known: ConvertedChat<Part, Message> | undefined,
  ): ConvertedChat<Part, Message> {
    let isSame = known?.conversions.length === messages.length;
    let knownById: Map<string, ConvertedMessage<Part, Message>> | undefined;
    const conversions = messages.map((message, index) => {
      let before = known?.conversions[index];
      if (known !== undefined && before?.message.id !== message.id) {
        knownById ??= new Map(
          known.conversions.map((converted) => [converted.message.id, converted]),
        );
        before = knownById.get(message.id);
      }
      const after = convertAgain(state, message, before);
      isSame &&= after === known?.conversions[index];
      return after;
    });
    if (known !== undefined && isSame) return known;
    return { conversions, messages: conversions.map(({ result }) => result) };
  }

  return (state, sessionId) => {
    const messages = selectChatMessages(state, sessionId);
    const key = state.sessions.get(sessionId)?.timeline[0];
    if (key === undefined || active.has(sessionId)) return EMPTY_LIST;
    active.add(sessionId);
    try {
      const chat = convertChat(state, messages, chats.get(key));
      chats.set(key, chat);
      return chat.messages;
    } finally {
      active.delete(sessionId);
    }
  };
}

function recordReads<Result>(
  state: AcpState,
  run: (read: ReadForChat) => Result,
): Converted<Result> {
  const reads: ReadValue[] = [];
  const result = run((select) => {
    const value = select(state);
    reads.push({ select, value });
    return value;
  });
  return { result, reads };
}

function isCurrent(state: AcpState, { reads }: Converted<unknown>): boolean {
  for (const { select, value } of reads) if (!Object.is(select(state), value)) return false;
  return true;
}

/** Returns whether nothing in a message has changed. Allocates nothing, because it runs most often. */
function isMessageCurrent(state: AcpState, known: ConvertedMessage<object, object>): boolean {
  for (const item of known.items) if (!isCurrent(state, item)) return false;
  return isCurrent(state, known);
}
