import type { MessageChunkEvent, MessageEvent } from "../events/conversationEvents.js";
import { textOfContent } from "../reduce/echoText.js";
import { messageKey } from "../reduce/messageKey.js";
import type { ContentBlock } from "../state/content.js";
import { shareStructure } from "../state/shareStructure.js";
import { NEARBY, type Segment } from "./localTranscript.js";
import { isBlank, matchText } from "./matchText.js";
import type { AddedMessage, AgentRole, MergeCursor, TextProgress } from "./mergeCursor.js";

type TextEvent = MessageChunkEvent | MessageEvent;

/** A message of the agent in a replay. */
interface ReplayedMessage extends AddedMessage {
  readonly role: AgentRole;
  readonly messageId: string | undefined;
  /** The segment of the known message that has the same id. */
  readonly identified: Segment | undefined;
  /**
   * `open`: nothing of it has arrived. `known`: it repeats a known message so far. `added`: it is
   * new, or continues a known one. `ignored`: it differs, or a complete turn does not have it.
   */
  mode: "open" | "known" | "added" | "ignored";
  /** The text so far. */
  text: string;
  /** The position of the known message in its segment. */
  index: number;
  /** The position in the text of the known message. */
  end: number;
  /** The white space after the end of the known message. */
  gap: string;
  /** The position in the segment at which the message began. */
  readonly from: TextProgress;
}

/** The place in a segment that a text of the replay repeats. */
interface TextPlace {
  readonly index: number;
  readonly key: string;
  readonly end: number;
  /** The text behind the end of the known message. */
  readonly rest: string;
}

/** The length of a text that does not occur inside another one by chance. */
const MIN_PART = 12;

/** Merges the messages and thoughts of the agent: by their ids, or else by their texts, in order. */
export class TextMerge {
  readonly #cursor: MergeCursor;
  readonly #byId = new Map<string, ReplayedMessage>();
  #current: ReplayedMessage | undefined;
  /** Whether the agent identifies its messages. */
  #usesIds = false;

  constructor(cursor: MergeCursor) {
    this.#cursor = cursor;
  }

  /** Ends the current message: the next chunk without an id starts another one. */
  endMessage(): void {
    this.#current = undefined;
  }

  /** Returns whether the transcript has a chunk or message at the current position. */
  isKnown(event: TextEvent, role: AgentRole): boolean {
    const message = this.#messageOf(role, event.messageId);
    if (message.identified !== undefined) return true;
    const text = textOfContent(blocksOf(event));
    if (isBlank(text)) return true;
    const place =
      message.mode === "known" && message.key !== undefined
        ? matchText(this.#cursor.textOf(message.key), text, message.end)
        : this.#find(role, text, message.from);
    return place !== undefined && place.rest !== text;
  }

  merge(event: TextEvent, role: AgentRole): void {
    const blocks = blocksOf(event);
    const text = textOfContent(blocks);
    const isText = blocks.every(({ type }) => type === "text");
    const message = this.#messageOf(role, event.messageId);
    if (isText && isBlank(text) && message.mode === "open") return;
    this.#current = message;
    if (message.messageId !== undefined) {
      this.#usesIds = true;
      this.#byId.set(`${role} ${message.messageId}`, message);
    }
    if (message.mode === "added") return this.#cursor.add(event, message);
    if (message.mode === "ignored") return;
    // A whole message is compared from its start.
    if (event.type === "message") message.end = 0;
    if (isText) this.#mergeText(message, event, text);
    else this.#mergeBlocks(message, event, blocks);
  }

  #messageOf(role: AgentRole, messageId: string | undefined): ReplayedMessage {
    const { positions, session, transcript } = this.#cursor;
    const last = messageId === undefined ? this.#current : this.#byId.get(`${role} ${messageId}`);
    if (last?.role === role && last.messageId === messageId) return last;
    const key = messageId === undefined ? "" : messageKey(role, messageId);
    const identified = transcript.segmentOf("message", key);
    const exists = session.tables.messages.has(key);
    return {
      role,
      messageId,
      identified,
      mode: exists && identified === undefined ? "added" : "open",
      key: exists ? key : undefined,
      text: "",
      index: identified?.texts[role].indexOf(key) ?? 0,
      end: 0,
      gap: "",
      from: positions[role],
    };
  }

  #mergeText(message: ReplayedMessage, event: TextEvent, text: string): void {
    const { role, identified, key } = message;
    const cursor = this.#cursor;
    const texts = (identified ?? cursor.segment).texts[role];
    const whole = message.text + text;
    message.text = whole;
    let place =
      key === undefined ? undefined : this.#follow(texts, message.index, message.end, text);
    if (identified === undefined && (place === undefined || !isBlank(place.rest))) {
      const from = key === undefined ? message.from : { index: message.index + 1, offset: 0 };
      const other = this.#find(role, whole, from);
      if (place === undefined || (other && isBlank(other.rest))) place = other ?? place;
      place ??= this.#findInEqualTurn(role, whole);
    }
    if (place === undefined) return this.#onDifference(message, event, whole);
    this.#goTo(message, place);
    if (isBlank(place.rest)) {
      message.gap += place.rest;
      return;
    }
    if (!(identified ?? cursor.segment).isFinished) {
      message.mode = "added";
      cursor.add(withText(event, message.gap + place.rest), message);
      // Later texts do not repeat what was added.
      if (identified === undefined || identified === cursor.segment)
        cursor.positions[role] = { index: message.index + 1, offset: 0 };
    } else if (place.rest === text && identified === undefined && cursor.isOpen)
      this.#addNew(message, event);
    else message.mode = "ignored";
  }

  #onDifference(message: ReplayedMessage, event: TextEvent, whole: string): void {
    if (message.identified !== undefined) {
      message.mode = "ignored";
      return;
    }
    this.#cursor.positions[message.role] = message.from;
    message.key = undefined;
    message.mode = "ignored";
    const isStatus = this.#usesIds && message.messageId === undefined;
    if (isStatus ? this.#hasText(whole, 0) : this.#isAhead(whole)) return;
    if (!isStatus) return this.#addNew(message, withText(event, whole));
    message.mode = "added";
    this.#cursor.addToEnd(withText(event, whole), message);
  }

  /** Returns whether a later turn has a text: some agents replay their warnings too early. */
  #isAhead(text: string): boolean {
    const { isInNewTurn, segment } = this.#cursor;
    return !isInNewTurn && !segment.isFinished && this.#hasText(text, segment.index + 1);
  }

  /** Returns whether the messages of the agent have a text, from a segment on. */
  #hasText(text: string, from: number): boolean {
    const part = text.trim();
    if (part.length < MIN_PART) return false;
    const { transcript } = this.#cursor;
    return transcript.segments
      .slice(from)
      .some(({ texts }) => texts.agent.some((key) => this.#cursor.textOf(key).includes(part)));
  }

  /** Adds a message that the transcript does not have, unless its turn is complete. */
  #addNew(message: ReplayedMessage, event: TextEvent): void {
    message.mode = this.#cursor.isOpen ? "added" : "ignored";
    message.key = undefined;
    if (message.mode === "added") this.#cursor.add(event, message);
  }

  /** Merges content that is not only text: a known message has equal blocks. */
  #mergeBlocks(message: ReplayedMessage, event: TextEvent, blocks: readonly ContentBlock[]): void {
    const { role, from, identified } = message;
    const { segment } = this.#cursor;
    const texts = (identified ?? segment).texts[role];
    const index =
      message.key !== undefined
        ? message.index
        : texts.findIndex(
            (key, position) => position >= from.index && this.#hasBlocks(key, blocks),
          );
    const key = texts[index];
    if (key === undefined) return this.#addNew(message, event);
    this.#goTo(message, { index, key, end: message.end, rest: "" });
    if (this.#hasBlocks(key, blocks)) return;
    if ((identified ?? segment).isFinished) message.mode = "ignored";
    else {
      message.mode = "added";
      this.#cursor.add(event, message);
    }
  }

  #hasBlocks(key: string, blocks: readonly ContentBlock[]): boolean {
    const content = this.#cursor.session.tables.messages.get(key)?.content ?? [];
    return blocks.every((block) => content.some((own) => shareStructure(own, block) === own));
  }

  #goTo(message: ReplayedMessage, { index, key, end }: TextPlace): void {
    const { identified, role } = message;
    const cursor = this.#cursor;
    const repeats = message.mode === "open" || key !== message.key || end > message.end;
    message.mode = "known";
    message.key = key;
    message.index = index;
    message.end = end;
    const item = { type: "message", id: key, run: this.#runAt(key, end) } as const;
    // A chunk that only continues a message is behind what the replay has added since.
    if (repeats && identified !== undefined) cursor.visitById(identified, item);
    else if (repeats) cursor.visit(item);
    if (identified === undefined || identified === cursor.segment)
      cursor.positions[role] = { index, offset: end };
  }

  /** Returns the run of a message that has a position of its text. */
  #runAt(key: string, end: number): number {
    const { content = [], runStarts = [] } = this.#cursor.session.tables.messages.get(key) ?? {};
    return (
      runStarts.findLastIndex((start) => textOfContent(content.slice(0, start)).length < end) + 1
    );
  }

  /**
   * Finds the place that a text repeats, at or after a position: the first message that begins with
   * it, else the first one that contains it, because status lines may precede it, else the first one
   * that it begins with.
   */
  #find(role: AgentRole, text: string, from: TextProgress): TextPlace | undefined {
    if (this.#cursor.isInNewTurn) return undefined;
    const texts = this.#cursor.segment.texts[role];
    const part = text.trim();
    let inside: TextPlace | undefined;
    let longer: TextPlace | undefined;
    for (let index = from.index; index < texts.length; index++) {
      const start = index === from.index ? from.offset : 0;
      const key = texts[index] as string;
      const known = this.#cursor.textOf(key);
      if (isBlank(known.slice(start))) continue;
      const place = this.#follow(texts, index, start, text);
      if (place !== undefined && isBlank(place.rest)) return place;
      longer ??= place;
      const position = part.length < MIN_PART ? -1 : known.indexOf(part, start);
      if (position >= 0) inside ??= { index, key, end: position + part.length, rest: "" };
    }
    return inside ?? longer;
  }

  /** Finds a text in a later turn with the same prompt, if nothing else of this one was repeated. */
  #findInEqualTurn(role: AgentRole, text: string): TextPlace | undefined {
    const cursor = this.#cursor;
    const { segment, transcript } = cursor;
    if (cursor.isConfirmed || cursor.isInNewTurn || !cursor.hasMatched) return undefined;
    for (const other of transcript.withSamePrompt(segment).slice(0, NEARBY)) {
      cursor.segment = other;
      const place = this.#find(role, text, { index: 0, offset: 0 });
      cursor.segment = segment;
      if (place === undefined) continue;
      cursor.enter(other);
      return place;
    }
    return undefined;
  }

  /** Follows a text through a known message, and through those after it, which agents may join. */
  #follow(
    texts: readonly string[],
    first: number,
    start: number,
    text: string,
  ): TextPlace | undefined {
    let place: TextPlace | undefined;
    let rest = text;
    for (let index = first; index < texts.length; index++) {
      const key = texts[index] as string;
      const match = matchText(this.#cursor.textOf(key), rest, index === first ? start : 0);
      if (match === undefined) break;
      place = { index, key, ...match };
      if (isBlank(match.rest)) break;
      rest = match.rest;
    }
    return place;
  }
}

function blocksOf(event: TextEvent): readonly ContentBlock[] {
  return event.type === "message" ? (event.content ?? []) : [event.content];
}

/** Returns a chunk with another text. A whole message stays unchanged. */
function withText(event: TextEvent, text: string): TextEvent {
  if (event.type === "message" || event.content.type !== "text") return event;
  return { ...event, content: { ...event.content, text } };
}
