import { textOfContent } from "../reduce/echoText.js";
import type { ContentBlock } from "../state/content.js";
import type { MessageRole, TurnId } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { MessageTimelineItem, TimelineItem } from "../state/tables.js";
import type { StoredTurn } from "../state/storedEntities.js";
import { repeatsPrompt, squash } from "./matchText.js";

/** A message of the user with everything that follows it, up to the next one. */
export interface Segment {
  /** The position in the transcript. */
  readonly index: number;
  /** The message of the user. Absent in the first segment, which has the items before it. */
  readonly prompt: MessageTimelineItem | undefined;
  readonly turnId: TurnId | undefined;
  /** Whether the agent reported the end of the turn, so that the segment is complete. */
  readonly isFinished: boolean;
  /** The keys of the messages and thoughts of the agent, in order. */
  readonly texts: Readonly<Record<Exclude<MessageRole, "user">, string[]>>;
}

/** The number of later turns that are searched where no index helps. */
export const NEARBY = 8;

/** The transcript of a session before a replay of it arrives. */
export class LocalTranscript {
  /** Never empty. */
  readonly segments: readonly Segment[];
  readonly #session: SessionRecord;
  /** The positions of the segments by the types and ids of their items. */
  readonly #byItem = new Map<TimelineItem["type"], Map<string, number>>();
  readonly #byUserId = new Map<string, number>();
  /** The positions of the segments by the text of their prompt. Built when it is first needed. */
  #byPrompt: Map<string, number[]> | undefined;

  constructor(session: SessionRecord) {
    this.#session = session;
    const segments: Segment[] = [newSegment(0, undefined, undefined, undefined)];
    for (const item of session.timeline.value()) this.#addItem(segments, item);
    // A later prompt proves that the agent had finished the previous one.
    this.segments = segments.map((segment, index) =>
      segment.isFinished || segment.turnId !== undefined || index === segments.length - 1
        ? segment
        : { ...segment, isFinished: true },
    );
  }

  get hasPrompts(): boolean {
    return this.segments.length > 1;
  }

  first(): Segment {
    return this.segments[0] as Segment;
  }

  isLast(segment: Segment): boolean {
    return segment.index === this.segments.length - 1;
  }

  /** Returns the segment of a timeline item. */
  segmentOf(type: TimelineItem["type"], id: string): Segment | undefined {
    return this.#at(this.#byItem.get(type)?.get(id));
  }

  /** Returns the segment that a message of the user with an id of the agent begins. */
  segmentOfUserId(messageId: string): Segment | undefined {
    return this.#at(this.#byUserId.get(messageId));
  }

  /**
   * Returns the segment of the prompt that a replayed message repeats, after the given one: the next
   * one if it fits, else the first one with the same text.
   */
  findPrompt(content: readonly ContentBlock[], after: number): Segment | undefined {
    const next = this.segments[after + 1];
    if (next !== undefined && repeatsPrompt(this.#promptOf(next), content)) return next;
    const positions = this.#positionsOf(squash(textOfContent(content)));
    const equal = this.#at(positions.find((index) => index > after));
    if (equal !== undefined && repeatsPrompt(this.#promptOf(equal), content)) return equal;
    return this.segments
      .slice(after + 2, after + 2 + NEARBY)
      .find((segment) => repeatsPrompt(this.#promptOf(segment), content));
  }

  /** Returns the later segments that begin with the same prompt. */
  withSamePrompt(segment: Segment): readonly Segment[] {
    const text = squash(textOfContent(this.#promptOf(segment)));
    const later = this.#positionsOf(text).filter((index) => index > segment.index);
    return later.flatMap((index) => this.#at(index) ?? []);
  }

  #at(index: number | undefined): Segment | undefined {
    return index === undefined ? undefined : this.segments[index];
  }

  #positionsOf(prompt: string): readonly number[] {
    if (this.#byPrompt === undefined) {
      this.#byPrompt = new Map();
      for (const segment of this.segments) {
        const text = squash(textOfContent(this.#promptOf(segment)));
        const known = this.#byPrompt.get(text);
        if (known === undefined) this.#byPrompt.set(text, [segment.index]);
        else known.push(segment.index);
      }
    }
    return this.#byPrompt.get(prompt) ?? [];
  }

  #promptOf({ prompt }: Segment): readonly ContentBlock[] {
    const message = prompt && this.#session.tables.messages.get(prompt.id);
    return message?.sent ?? message?.content ?? [];
  }

  #addItem(segments: Segment[], item: TimelineItem): void {
    const { messages, turns } = this.#session.tables;
    const message = item.type === "message" ? messages.base(item.id) : undefined;
    if (item.type === "message" && item.run === 0 && message?.role === "user") {
      const { turnId, messageId } = message;
      const turn = turnId === undefined ? undefined : turns.get(turnId);
      const segment = newSegment(segments.length, item, turnId, turn);
      segments.push(segment);
      this.#byUserId.set(messageId, segment.index);
    }
    const segment = segments.at(-1) as Segment;
    const byId = this.#byItem.get(item.type) ?? new Map<string, number>();
    if (byId.size === 0) this.#byItem.set(item.type, byId);
    if (byId.has(item.id)) return;
    byId.set(item.id, segment.index);
    if (message !== undefined && message.role !== "user") segment.texts[message.role].push(item.id);
  }
}

function newSegment(
  index: number,
  prompt: MessageTimelineItem | undefined,
  turnId: TurnId | undefined,
  turn: StoredTurn | undefined,
): Segment {
  const isFinished = turn !== undefined && !wasInterrupted(turn);
  return { index, prompt, turnId: turn && turnId, isFinished, texts: { agent: [], thought: [] } };
}

/**
 * Returns whether the end of a turn was not seen. A lost connection fails a turn without the code
 * that an error of the agent has.
 */
function wasInterrupted({ status, error }: StoredTurn): boolean {
  return status === "failed" ? error?.code === undefined : status !== "ended";
}
