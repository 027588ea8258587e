import {
  type BaseEvent,
  defaultApplyEvents,
  EventType,
  HttpAgent,
  type Message,
  type RunAgentInput,
} from "@ag-ui/client";
import { from, map } from "rxjs";
import { sink } from "../contestants/contestant.js";
import {
  type ProtocolAdapter,
  splitToolInput,
  type SampleToolCall,
  type FinalState,
} from "./protocolAdapter.js";

type Event = BaseEvent & Record<string, unknown>;
type Entry = { text: string; output?: unknown };

const INPUT: RunAgentInput = {
  threadId: "thread-1",
  runId: "run-1",
  messages: [],
  state: {},
  tools: [],
  context: [],
  forwardedProps: {},
};

/** AG-UI with the reducer of its client, without the validation that precedes it. */
export const agUiAdapter: ProtocolAdapter = {
  name: "AG-UI",
  clientName: "@ag-ui/client 1.0.0, defaultApplyEvents",
  createTextLines: (chunks) =>
    serializeEvents([
      { type: EventType.TEXT_MESSAGE_START, messageId: "msg_1", role: "assistant" },
      ...chunks.map((delta) => ({
        type: EventType.TEXT_MESSAGE_CONTENT,
        messageId: "msg_1",
        delta,
      })),
      { type: EventType.TEXT_MESSAGE_END, messageId: "msg_1" },
    ]),
  createToolCallLines: (calls) => serializeEvents(calls.flatMap(createEvents)),
  runBaseline(lines) {
    const texts = new Map<string, Entry>();
    const calls = new Map<string, Entry>();
    for (const line of lines) applyEvent(texts, calls, JSON.parse(line) as Event);
    const outputs = new Map(Array.from(calls, ([id, { output }]) => [id, output]));
    return { text: Array.from(texts.values(), ({ text }) => text).join(""), outputs };
  },
  async runClient(lines) {
    const agent = new HttpAgent({ url: "http://localhost/" });
    let messages: readonly Message[] = [];
    const events = from(lines).pipe(map((line) => JSON.parse(line) as BaseEvent));
    await defaultApplyEvents(INPUT, events, agent, []).forEach((mutation) => {
      sink.state = messages = mutation.messages ?? messages;
    });
    return createAgUiFinalState(messages);
  },
};

function serializeEvents(events: readonly Event[]): string[] {
  return events.map((event) => JSON.stringify(event));
}

function createEvents(call: SampleToolCall): Event[] {
  const { id: toolCallId, output } = call;
  const start = { type: EventType.TOOL_CALL_START, toolCallId, toolCallName: "read" };
  const args = splitToolInput(call, 5).map((delta) => ({
    type: EventType.TOOL_CALL_ARGS,
    toolCallId,
    delta,
  }));
  const end = { type: EventType.TOOL_CALL_END, toolCallId };
  const messageId = `result-${toolCallId}`;
  const result = { type: EventType.TOOL_CALL_RESULT, messageId, toolCallId, content: output };
  return [start, ...args, end, result];
}

function applyEvent(
  texts: Map<string, Entry>,
  calls: Map<string, Entry>,
  { type, messageId, toolCallId, delta, content }: Event,
): void {
  if (type === EventType.TEXT_MESSAGE_START) texts.set(String(messageId), { text: "" });
  else if (type === EventType.TOOL_CALL_START) calls.set(String(toolCallId), { text: "" });
  else if (type === EventType.TEXT_MESSAGE_CONTENT) appendText(texts, messageId, delta);
  else if (type === EventType.TOOL_CALL_ARGS) appendText(calls, toolCallId, delta);
  else if (type === EventType.TOOL_CALL_RESULT) {
    const call = calls.get(String(toolCallId));
    if (call !== undefined) call.output = content;
  }
}

function appendText(entries: Map<string, Entry>, id: unknown, delta: unknown): void {
  const entry = entries.get(String(id));
  if (entry !== undefined) entry.text += String(delta);
}

function createAgUiFinalState(messages: readonly Message[]): FinalState {
  const outputs = new Map<string, unknown>();
  const texts: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") outputs.set(message.toolCallId, message.content);
    else if (typeof message.content === "string") texts.push(message.content);
  }
  return { text: texts.join(""), outputs };
}
