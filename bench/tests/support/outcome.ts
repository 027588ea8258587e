import type { AcpState, ContentBlock } from "@acp-store/core";
import type { FloorSession } from "../../src/contestants/floor.js";
import type { Tree, TreeMessage } from "../../src/contestants/tree.js";

/** What a contestant knows in the end, in a form that all can give. */
export interface Outcome {
  readonly toolCalls: Readonly<Record<string, object>>;
  readonly messages: Readonly<Record<string, string>>;
  readonly plans: Readonly<Record<string, unknown>>;
}

type Outcomes = Readonly<Record<string, Outcome>>;

export function outcomeOfStore({ sessions }: AcpState): Outcomes {
  return mapValues(sessions, (session) => ({
    toolCalls: mapValues(session.toolCalls, (call) => comparable(call)),
    messages: Object.fromEntries(
      [...session.messages.values()].map(({ messageId, content }) => [messageId, textOf(content)]),
    ),
    plans: mapValues(session.plans, (plan) => plan.entries),
  }));
}

export function outcomeOfFloor(sessions: ReadonlyMap<string, FloorSession>): Outcomes {
  return mapValues(sessions, (session) => ({
    toolCalls: mapValues(session.toolCalls, (call) => comparable(call)),
    messages: mapValues(session.messages, ({ content }) => content.text),
    plans: mapValues(session.plans, (entries) => entries),
  }));
}

export function outcomeOfTree({ sessions }: Tree): Outcomes {
  return mapValues(sessions, (session) => ({
    toolCalls: mapValues(session.toolCalls, (call) => comparable(call)),
    messages: mapValues(session.messages, ({ content }) => textOf(content)),
    plans: mapValues(session.plans, (entries) => entries),
  }));
}

/** The store gives defaults to what the floor leaves out. */
function comparable(call: object): object {
  const { sessionUpdate: _, ...fields } = call as Record<string, unknown>;
  return { locations: [], ...fields };
}

function mapValues<Value, Result>(
  map: ReadonlyMap<string, Value>,
  convert: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries([...map].map(([key, value]) => [key, convert(value)]));
}

function textOf(content: readonly (ContentBlock | TreeMessage["content"][number])[]): string {
  return content.map((block) => ("text" in block ? block.text : block.type)).join("");
}
