import type { EntityTimelineItem } from "../state/tables.js";
import type { AcpEventBody } from "./event.js";
import type { TranscriptEvent } from "./conversationEvents.js";

type TranscriptEventByType = {
  readonly [Type in TranscriptEvent["type"]]: Extract<TranscriptEvent, { type: Type }>;
};

/** Returns the timeline item that an event is about. */
type ItemOf<Event> = (event: Event) => EntityTimelineItem | undefined;

/** Messages are found by their text, and plans by their content. */
const noItem = (): undefined => undefined;

/** The events of a transcript: one row for each, or the build fails. */
const TRANSCRIPT_EVENTS: {
  readonly [Type in keyof TranscriptEventByType]: ItemOf<TranscriptEventByType[Type]>;
} = {
  message_chunk: noItem,
  message: noItem,
  plan: noItem,
  plan_removed: noItem,
  tool_call: ({ toolCallId: id }) => ({ type: "tool_call", id }),
  tool_call_content: ({ toolCallId: id }) => ({ type: "tool_call", id }),
  terminal: ({ terminalId: id }) => ({ type: "terminal", id }),
  terminal_output: ({ terminalId: id }) => ({ type: "terminal", id }),
  compaction: ({ compactionId: id }) => ({ type: "compaction", id }),
  compaction_summary: ({ compactionId: id }) => ({ type: "compaction", id }),
  subagent: ({ childSessionId: id }) => ({ type: "subagent", id }),
  session_message: ({ messageId: id }) => ({ type: "session_message", id }),
  session_message_chunk: ({ messageId: id }) => ({ type: "session_message", id }),
};

/** Returns whether an event is part of a transcript. */
export function isTranscriptEvent(event: AcpEventBody): event is TranscriptEvent {
  return Object.hasOwn(TRANSCRIPT_EVENTS, event.type);
}

/** Returns the timeline item of the entity that an event of a transcript is about, if there is one. */
export function itemOfEvent(event: TranscriptEvent): EntityTimelineItem | undefined {
  return itemByType(event.type, event);
}

/** Calls the row of an event. Generic, because the compiler loses the type of a union here. */
function itemByType<Type extends keyof TranscriptEventByType>(
  type: Type,
  event: TranscriptEventByType[Type],
): EntityTimelineItem | undefined {
  return TRANSCRIPT_EVENTS[type](event);
}
