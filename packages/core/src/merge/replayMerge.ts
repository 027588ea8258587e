import type { Committer } from "../commit/createCommitter.js";
import { ACCEPTED, type Diagnostic, type IngestResult, mergeResults } from "../diagnostics.js";
import type {
  MessageChunkEvent,
  MessageEvent,
  PlanEvent,
  TerminalEvent,
  TerminalOutputEvent,
  ToolCallContentEvent,
  ToolCallEvent,
  TranscriptEvent,
} from "../events/conversationEvents.js";
import type { AcpEventBody } from "../events/event.js";
import { isTranscriptEvent, itemOfEvent } from "../events/transcriptEvents.js";
import { isFinalStatus } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import type { TimelineItem } from "../state/tables.js";
import {
  missingPartOfCall,
  missingPartOfCompaction,
  missingPartOfTerminal,
  TerminalOutputMerge,
} from "./knownEntities.js";
import { isAgentContext } from "./matchText.js";
import { type AddedMessage, MergeCursor } from "./mergeCursor.js";
import { TextMerge } from "./textMerge.js";

type UserEvent = (MessageChunkEvent | MessageEvent) & { readonly role: "user" };
type CallEvent = ToolCallEvent | ToolCallContentEvent;

/** The row that precedes a replay whose prompts are not those of the transcript. */
const HISTORIES_DIFFER = {
  type: "histories_differ",
  text: "The agent has a different history of this session. It follows here.",
};

/**
 * Merges the replay of a session into the existing transcript. Each event is compared
 * with it as it arrives, and only what the transcript lacks is committed.
 */
export class ReplayMerge {
  readonly #committer: Committer;
  readonly #createRowId: () => string;
  readonly #session: SessionRecord;
  readonly #cursor: MergeCursor;
  readonly #texts: TextMerge;
  /** The message of the user that is arriving. It is compared when it is complete. */
  #userEvents: UserEvent[] = [];
  /** The last replayed version of each plan in the current turn. */
  readonly #plans = new Map<string, PlanEvent>();
  readonly #contentPositions = new Map<string, number>();
  readonly #terminalOutputs = new Map<string, TerminalOutputMerge>();
  /** Unknown calls in a complete turn. They belong to a later one if the agent sends calls first. */
  #strayCalls: CallEvent[] = [];
  /** Whether the agent sends all calls before the second message, as Gemini does. */
  #sendsCallsFirst = false;
  /** Whether the agent has responded to the request, so that nothing marks the end of the replay. */
  isLate = false;
  /** Whether a prompt was sent, so that the first part that is unknown belongs to its turn. */
  #isPrompted = false;

  constructor(committer: Committer, session: SessionRecord, createRowId: () => string) {
    this.#committer = committer;
    this.#createRowId = createRowId;
    this.#session = session;
    this.#cursor = new MergeCursor(committer, session);
    this.#texts = new TextMerge(this.#cursor);
  }

  /** Whether a part of the transcript has arrived. */
  get hasBegun(): boolean {
    return this.#cursor.hasMatched || this.#cursor.isInNewTurn || this.#userEvents.length > 0;
  }

  /** Returns whether an event no longer belongs to the replay, but to the prompt that was sent. */
  isLive(event: AcpEventBody): boolean {
    if (!this.#isPrompted || isAgentContext(event)) return false;
    const { transcript, segment, hasMatched } = this.#cursor;
    switch (event.type) {
      case "message_chunk":
      case "message":
        return event.role === "user"
          ? !this.#isKnownPrompt(event as UserEvent)
          : !hasMatched || !this.#texts.isKnown(event, event.role);
      case "tool_call":
      case "tool_call_content":
        return !hasMatched || transcript.segmentOf("tool_call", event.toolCallId) === undefined;
      case "plan":
        return segment.isFinished && transcript.isLast(segment);
      default: {
        const item = isTranscriptEvent(event) ? itemOfEvent(event) : undefined;
        return item !== undefined && transcript.segmentOf(item.type, item.id) === undefined;
      }
    }
  }

  /** Handles an event of an update. */
  handle(event: AcpEventBody, path: Diagnostic["path"], at: number): IngestResult {
    const cursor = this.#cursor;
    cursor.at = at;
    cursor.path = path;
    cursor.result = ACCEPTED;
    if (isAgentContext(event)) this.#onAgentContext();
    else if ((event.type === "message_chunk" || event.type === "message") && event.role === "user")
      this.#onUserEvent(event as UserEvent);
    else {
      this.#endUserMessage();
      this.#onEvent(event);
    }
    return cursor.result;
  }

  /** Adds what has not been compared yet, or waits for a prompt that both histories have. */
  finish(at: number | undefined): void {
    this.#cursor.at = at;
    this.#endUserMessage();
    this.#addPlans();
    if (this.#cursor.isWaiting) {
      this.#addRow();
      this.#cursor.addWaiting();
    }
  }

  /** Records that a prompt was sent. Its turn is not part of the replay. */
  onPrompt(at: number | undefined): void {
    this.finish(at);
    this.#isPrompted = true;
    this.isLate = true;
  }

  #onEvent(event: AcpEventBody): void {
    switch (event.type) {
      case "message_chunk":
      case "message":
        return event.role === "user" ? undefined : this.#texts.merge(event, event.role);
      case "tool_call":
      case "tool_call_content":
        this.#texts.endMessage();
        return this.#onCall(event);
      case "plan":
        return this.#onPlan(event);
      case "terminal":
      case "terminal_output":
        return this.#onTerminal(event);
      case "plan_removed":
        this.#plans.delete(event.planId);
        return this.#addIfOpen(event);
      default:
        return isTranscriptEvent(event) ? this.#onEntity(event) : this.#commit(event);
    }
  }

  /** Handles words that the agent attributes to the user. They end the message before them. */
  #onAgentContext(): void {
    this.#sendsCallsFirst = true;
    this.#endUserMessage();
    this.#texts.endMessage();
    this.#addStrayCalls();
  }

  #onUserEvent(event: UserEvent): void {
    this.#texts.endMessage();
    const [first] = this.#userEvents;
    if (first !== undefined && first.messageId !== event.messageId) this.#endUserMessage();
    this.#userEvents.push(event);
    if (this.#isPrompted) this.#endUserMessage();
  }

  #endUserMessage(): void {
    const events = this.#userEvents;
    if (events.length === 0) return;
    this.#userEvents = [];
    const cursor = this.#cursor;
    const [first, ...others] = events as [UserEvent, ...UserEvent[]];
    const whole = this.#findPrompt(events);
    const found = whole ?? this.#findPrompt([first]);
    this.#addPlans();
    if (found === undefined) return this.#beginNewTurn(events);
    if (found !== cursor.segment || !cursor.hasMatched || cursor.isInNewTurn) cursor.enter(found);
    this.#addStrayCalls();
    if (whole !== undefined) return;
    // Two prompts in a row, without ids to tell them apart.
    this.#userEvents = others;
    this.#endUserMessage();
  }

  #findPrompt(events: readonly UserEvent[]) {
    const { transcript, segment } = this.#cursor;
    const messageId = events[0]?.messageId;
    const known = messageId === undefined ? undefined : transcript.segmentOfUserId(messageId);
    const content = events.flatMap((event) =>
      event.type === "message" ? (event.content ?? []) : [event.content],
    );
    return known ?? transcript.findPrompt(content, segment.index);
  }

  #isKnownPrompt(event: UserEvent): boolean {
    const found = this.#findPrompt([event]);
    return found !== undefined;
  }

  #beginNewTurn(events: readonly UserEvent[]): void {
    const cursor = this.#cursor;
    if (!cursor.hasMatched && cursor.transcript.hasPrompts) {
      if (!this.isLate) cursor.wait();
      else if (!cursor.isInNewTurn) this.#addRow();
    }
    cursor.enterNewTurn();
    const message: AddedMessage = { key: undefined };
    for (const event of events) cursor.add(event, message);
    this.#addStrayCalls();
  }

  #addRow(): void {
    const { id: sessionId } = this.#session;
    this.#commit({
      type: "application_row",
      sessionId,
      rowId: this.#createRowId(),
      data: HISTORIES_DIFFER,
    });
    const diagnostic: Diagnostic = {
      code: "histories_differ",
      path: [],
      message:
        "Expected the replay to repeat a prompt of the transcript. It was added after the transcript.",
      value: sessionId,
    };
    const cursor = this.#cursor;
    const diagnostics = this.#committer.report([diagnostic], cursor.at);
    cursor.result = mergeResults(cursor.result, { accepted: true, diagnostics });
  }

  #onCall(event: CallEvent): void {
    const cursor = this.#cursor;
    const { toolCallId } = event;
    const segment = cursor.transcript.segmentOf("tool_call", toolCallId);
    const known = this.#session.tables.toolCalls.get(toolCallId);
    if (segment === undefined || known === undefined) {
      if (known !== undefined || cursor.isOpen) cursor.add(event);
      else this.#strayCalls.push(event);
      return;
    }
    cursor.visitById(segment, { type: "tool_call", id: toolCallId });
    if (segment.isFinished && isFinalStatus(known.status)) return;
    if (event.type === "tool_call") {
      const missing = missingPartOfCall(known, event);
      if (missing !== undefined) cursor.add(missing);
      return;
    }
    const position = this.#contentPositions.get(toolCallId) ?? 0;
    const own = known.content[position];
    if (own !== undefined && shareStructure(own, event.item) !== own) return;
    this.#contentPositions.set(toolCallId, position + 1);
    if (own === undefined && !isFinalStatus(known.status)) cursor.add(event);
  }

  #addStrayCalls(): void {
    if (!this.#sendsCallsFirst || !this.#cursor.isOpen) return;
    const calls = this.#strayCalls;
    this.#strayCalls = [];
    for (const call of calls) this.#cursor.add(call);
  }

  /** A replay contains each version of a plan. Only the last one of an incomplete turn counts. */
  #onPlan(event: PlanEvent): void {
    const cursor = this.#cursor;
    this.#visit({ type: "plan", id: event.planId });
    if (!cursor.isOpen) return;
    if (this.isLate) cursor.add(event);
    else this.#plans.set(event.planId, event);
  }

  #addPlans(): void {
    for (const plan of this.#plans.values()) this.#cursor.add(plan);
    this.#plans.clear();
  }

  #onTerminal(event: TerminalEvent | TerminalOutputEvent): void {
    const cursor = this.#cursor;
    const { terminalId } = event;
    const segment = cursor.transcript.segmentOf("terminal", terminalId);
    const known = this.#session.tables.terminals.get(terminalId);
    if (segment === undefined || known === undefined)
      return known === undefined ? this.#addIfOpen(event) : cursor.add(event);
    this.#visit({ type: "terminal", id: terminalId });
    if (segment.isFinished) return;
    let missing: TranscriptEvent | undefined;
    if (event.type === "terminal") missing = missingPartOfTerminal(known, event);
    else {
      const output = this.#terminalOutputs.get(terminalId) ?? new TerminalOutputMerge();
      this.#terminalOutputs.set(terminalId, output);
      missing = output.missingPart(known, event);
    }
    if (missing !== undefined) cursor.add(missing);
  }

  #onEntity(event: TranscriptEvent): void {
    const cursor = this.#cursor;
    const item = itemOfEvent(event);
    const segment = item && cursor.transcript.segmentOf(item.type, item.id);
    if (item === undefined || segment === undefined) return this.#addIfOpen(event);
    this.#visit(item);
    if (segment.isFinished) return;
    if (event.type === "subagent") return cursor.add(event);
    const known = this.#session.tables.compactions.get(item.id);
    if (event.type !== "compaction" || known === undefined) return;
    const missing = missingPartOfCompaction(known, event);
    if (missing !== undefined) cursor.add(missing);
  }

  /** Records that the replay repeats an item, if it is part of the current segment. */
  #visit(item: TimelineItem): void {
    const cursor = this.#cursor;
    if (cursor.transcript.segmentOf(item.type, item.id) === cursor.segment) cursor.visit(item);
  }

  #addIfOpen(event: TranscriptEvent): void {
    if (this.#cursor.isOpen) this.#cursor.add(event);
  }

  /** Commits an event that is not part of a transcript. */
  #commit(event: AcpEventBody): void {
    const cursor = this.#cursor;
    const result = this.#committer.tryCommit(event, cursor.at, cursor.path);
    cursor.result = mergeResults(cursor.result, result);
  }
}
