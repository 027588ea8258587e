import type { TranscriptEvent } from "./conversationEvents.js";

const TRANSCRIPT_EVENTS: Readonly<Record<TranscriptEvent["type"], true>> = {
  message_chunk: true,
  message: true,
  tool_call: true,
  tool_call_content: true,
  plan: true,
  plan_removed: true,
  terminal: true,
  terminal_output: true,
  compaction: true,
  compaction_summary: true,
  subagent: true,
  session_message: true,
  session_message_chunk: true,
};

/** Returns whether the events of a type are part of a transcript. */
export function isTranscriptEvent(type: string): boolean {
  return Object.hasOwn(TRANSCRIPT_EVENTS, type);
}
