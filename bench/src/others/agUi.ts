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
import { type Dialect, inputPieces, type StoryCall, type Told } from "./dialect.js";

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

/** The reducer of AG-UI's client, without the checks that it makes before. */
export const agUi: Dialect = {
  name: "AG-UI",
  client: "@ag-ui/client 1.0.0, defaultApplyEvents",
  textLines: (pieces) =>
    toLines([
      { type: EventType.TEXT_MESSAGE_START, messageId: "msg_1", role: "assistant" },
      ...pieces.map((delta) => ({
        type: EventType.TEXT_MESSAGE_CONTENT,
        messageId: "msg_1",
        delta,
      })),
      { type: EventType.TEXT_MESSAGE_END, messageId: "msg_1" },
    ]),
  toolLines: (calls) => toLines(calls.flatMap(eventsOf)),
  runFloor(lines) {
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
    return told(messages);
  },
};

function toLines(events: readonly Event[]): string[] {
  return events.map((event) => JSON.stringify(event));
}

function eventsOf(call: StoryCall): Event[] {
  const { id: toolCallId, output } = call;
  const start = { type: EventType.TOOL_CALL_START, toolCallId, toolCallName: "read" };
  const args = inputPieces(call, 5).map((delta) => ({
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
  else if (type === EventType.TEXT_MESSAGE_CONTENT) grow(texts, messageId, delta);
  else if (type === EventType.TOOL_CALL_ARGS) grow(calls, toolCallId, delta);
  else if (type === EventType.TOOL_CALL_RESULT) {
    const call = calls.get(String(toolCallId));
    if (call !== undefined) call.output = content;
  }
}

function grow(entries: Map<string, Entry>, id: unknown, delta: unknown): void {
  const entry = entries.get(String(id));
  if (entry !== undefined) entry.text += String(delta);
}

function told(messages: readonly Message[]): Told {
  const outputs = new Map<string, unknown>();
  const texts: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") outputs.set(message.toolCallId, message.content);
    else if (typeof message.content === "string") texts.push(message.content);
  }
  return { text: texts.join(""), outputs };
}
