import type { Committer } from "../commit/createCommitter.js";
import { ACCEPTED, type Diagnostic, type IngestResult, mergeResults } from "../diagnostics.js";
import type { TranscriptEvent } from "../events/conversationEvents.js";
import type { ReplayPlace } from "../events/replayEvents.js";
import { EMPTY_ARRAY } from "../persistent/emptyArray.js";
import { textOfContent } from "../reduce/echoText.js";
import type { MessageRole } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { type TimelineItem, isSameItem } from "../state/tables.js";
import type { Writable } from "../state/writable.js";
import { LocalTranscript, type Segment } from "./localTranscript.js";
import { isBlank } from "./matchText.js";

/** A message that the merge has added. Its key is known when its first chunk is in the state. */
export interface AddedMessage {
  key: string | undefined;
}

/** The end of the repeated texts of one role. */
export interface TextProgress {
  /** The position of the message in its segment. */
  readonly index: number;
  /** The position in its text. */
  readonly offset: number;
}

/** The author of a message that is not a prompt. */
export type AgentRole = Exclude<MessageRole, "user">;

const START: TextProgress = { index: 0, offset: 0 };

/** The timeline items that a replay has not, or that only accompany others. */
const ACCOMPANYING: ReadonlySet<TimelineItem["type"]> = new Set([
  "application_row",
  "permission",
  "plan",
  "terminal",
]);

/** The position of a replay in the transcript that it repeats, and the way in which it adds to it. */
export class MergeCursor {
  readonly transcript: LocalTranscript;
  readonly session: SessionRecord;
  segment: Segment;
  /** Whether the replay is in a turn that the transcript lacks. */
  isInNewTurn = false;
  /** Whether the replay has repeated a prompt, or an entity by its id. */
  hasMatched = false;
  /** Whether the replay has repeated more of the segment than its prompt. */
  isConfirmed = false;
  /** The ends of the repeated texts of the segment. */
  readonly positions: Record<AgentRole, TextProgress> = { agent: START, thought: START };
  /** The time of the current message, and the position of its update. */
  at: number | undefined;
  path: Diagnostic["path"] = EMPTY_ARRAY;
  /** The result of the current message. */
  result: IngestResult = ACCEPTED;
  readonly #committer: Committer;
  /** The start of a replay whose prompts are unknown so far. */
  #waiting: { readonly event: TranscriptEvent; readonly message?: AddedMessage }[] | undefined;
  /** The last item that was repeated or added. */
  #last: TimelineItem | undefined;
  /** The item that new items precede; `null` if that is not known yet. */
  #before: TimelineItem | undefined | null = null;

  constructor(committer: Committer, session: SessionRecord) {
    this.#committer = committer;
    this.session = session;
    this.transcript = new LocalTranscript(session);
    this.segment = this.transcript.first();
  }

  /** Whether the replay has begun with prompts that the transcript does not have. */
  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Enters a segment of the transcript, because the replay repeats its prompt or its entities. */
  enter(segment: Segment, item: TimelineItem | undefined = segment.prompt): void {
    this.#release(item);
    this.hasMatched = true;
    this.isConfirmed = false;
    this.isInNewTurn = false;
    this.segment = segment;
    this.positions.agent = START;
    this.positions.thought = START;
    this.#last = segment.prompt;
    this.#before = null;
  }

  /** Enters a turn that the transcript lacks: after the current segment, or at the end. */
  enterNewTurn(): void {
    const next = this.transcript.segments[this.segment.index + 1];
    this.isInNewTurn = true;
    this.#before = this.hasMatched && next?.isFinished ? next.prompt : undefined;
    this.#last = undefined;
  }

  /** Lets everything wait that the replay adds, until it repeats something or ends. */
  wait(): void {
    this.#waiting ??= [];
  }

  /** Adds what waits to the end of the transcript. */
  addWaiting(): void {
    this.#release(undefined);
  }

  /** Records that the replay repeats an item of the current segment. */
  visit(item: TimelineItem): void {
    this.isConfirmed = true;
    if (this.isInNewTurn) return;
    this.#last = item;
    this.#before = null;
  }

  /**
   * Records that the replay repeats an entity that it identifies. Enters its segment if the current
   * one only has an equal prompt.
   */
  visitById(segment: Segment, item: TimelineItem): void {
    const isMistaken =
      !this.isConfirmed &&
      !this.isInNewTurn &&
      segment !== this.segment &&
      (!this.hasMatched || this.transcript.withSamePrompt(this.segment).includes(segment));
    if (isMistaken || this.isWaiting) this.enter(segment, item);
    this.hasMatched = true;
    if (segment === this.segment) this.visit(item);
  }

  /** Whether something that the transcript lacks is added at the current position. */
  get isOpen(): boolean {
    if (this.isInNewTurn || !this.segment.isFinished) return true;
    return this.transcript.isLast(this.segment) && this.#isRepeated();
  }

  /** Returns whether all messages of the agent in the segment have been repeated. */
  #isRepeated(): boolean {
    const { agent } = this.segment.texts;
    const { index, offset } = this.positions.agent;
    const key = agent[index];
    if (key === undefined) return true;
    return index === agent.length - 1 && offset > 0 && isBlank(this.textOf(key).slice(offset));
  }

  textOf(key: string): string {
    return textOfContent(this.session.tables.messages.get(key)?.content ?? []);
  }

  /** Adds a part of the replay. A chunk continues the given message, or starts it. */
  add(event: TranscriptEvent, message?: AddedMessage): void {
    if (this.#waiting === undefined) this.#commit(event, message, this.#findPlace());
    else this.#waiting.push({ event, ...(message !== undefined && { message }) });
  }

  /** Adds a part that the agent sent during the replay, but that does not belong to it. */
  addToEnd(event: TranscriptEvent, message: AddedMessage): void {
    const last = this.#last;
    this.#commit(event, message, undefined);
    this.#last = last;
  }

  #release(before: TimelineItem | undefined): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const { event, message } of waiting) this.#commit(event, message, before);
  }

  #commit(
    part: TranscriptEvent,
    message: AddedMessage | undefined,
    before: TimelineItem | undefined,
  ): void {
    const { session } = this;
    const { turnId, isFinished } = this.segment;
    const place: Writable<ReplayPlace> = {};
    if (before !== undefined) place.before = before;
    if (turnId !== undefined && !isFinished && !this.isInNewTurn) place.turnId = turnId;
    if (message?.key !== undefined) {
      place.message = message.key;
      if (this.#last?.type !== "message" || this.#last.id !== message.key) place.newRun = true;
    }
    const { length } = session.timeline;
    const event = { type: "replay_merged", sessionId: session.id, part, place } as const;
    const result = this.#committer.tryCommit(event, this.at, this.path);
    if (result !== ACCEPTED) this.result = mergeResults(this.result, result);
    if (session.timeline.length === length) return;
    this.#last = itemBefore(session, before);
    if (message !== undefined) message.key ??= this.#last?.id;
  }

  /**
   * Returns the item that the next new item precedes: the one after the last item that was repeated,
   * and after the items that accompany it or were added meanwhile.
   */
  #findPlace(): TimelineItem | undefined {
    if (this.#before !== null) return this.#before;
    const last = this.#last;
    const { timeline } = this.session;
    if (last === undefined) this.#before = this.transcript.segments[1]?.prompt;
    else if (timeline.last !== undefined && isSameItem(timeline.last, last))
      this.#before = undefined;
    else {
      const items = timeline.value();
      const index = items.findLastIndex((item) => isSameItem(item, last));
      this.#before = items
        .slice(index + 1)
        .find(
          ({ type, id }) =>
            !ACCOMPANYING.has(type) && this.transcript.segmentOf(type, id) !== undefined,
        );
    }
    return this.#before;
  }
}

function itemBefore(
  { timeline }: SessionRecord,
  before: TimelineItem | undefined,
): TimelineItem | undefined {
  if (before === undefined) return timeline.last;
  const items = timeline.value();
  return items[items.findLastIndex((item) => isSameItem(item, before)) - 1];
}
