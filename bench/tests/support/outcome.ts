import type { AcpState, ContentBlock } from "@acp-store/core";
import type { BaselineSession } from "../../src/contestants/baseline.js";
import type { Tree, TreeMessage } from "../../src/contestants/stateTree.js";

/** The final state of a session, in a form that all contestants can provide. */
export interface Outcome {
  readonly toolCalls: Readonly<Record<string, object>>;
  readonly messages: Readonly<Record<string, string>>;
  readonly plans: Readonly<Record<string, unknown>>;
}

type Outcomes = Readonly<Record<string, Outcome>>;

/** Returns the outcome of acp-store, by session. */
export function getStoreOutcome({ sessions }: AcpState): Outcomes {
  return mapValues(sessions, (session) => ({
    toolCalls: mapValues(session.toolCalls, (call) => normalizeCall(call)),
    messages: Object.fromEntries(
      [...session.messages.values()].map(({ messageId, content }) => [messageId, getText(content)]),
    ),
    plans: mapValues(session.plans, (plan) => plan.entries),
  }));
}

/** Returns the outcome of the baseline, by session. */
export function getBaselineOutcome(sessions: ReadonlyMap<string, BaselineSession>): Outcomes {
  return mapValues(sessions, (session) => ({
    toolCalls: mapValues(session.toolCalls, (call) => normalizeCall(call)),
    messages: mapValues(session.messages, ({ content }) => content.text),
    plans: mapValues(session.plans, (entries) => entries),
  }));
}

/** Returns the outcome of zustand and immer, by session. */
export function getTreeOutcome({ sessions }: Tree): Outcomes {
  return mapValues(sessions, (session) => ({
    toolCalls: mapValues(session.toolCalls, (call) => normalizeCall(call)),
    messages: mapValues(session.messages, ({ content }) => getText(content)),
    plans: mapValues(session.plans, (entries) => entries),
  }));
}

/** The fields that only some contestants keep: the kind of the update, and the store's times and phase. */
const UNCOMPARED_FIELDS = [
  ...["sessionUpdate", "phase"],
  ...["createdAt", "updatedAt", "startedAt", "endedAt"],
];

/** Returns a tool call with the default that the store adds, so that calls can be compared. */
function normalizeCall(call: object): object {
  const compared = Object.entries(call).filter(([field]) => !UNCOMPARED_FIELDS.includes(field));
  return { locations: [], ...Object.fromEntries(compared) };
}

function mapValues<Value, Result>(
  map: ReadonlyMap<string, Value>,
  convert: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries([...map].map(([key, value]) => [key, convert(value)]));
}

function getText(content: readonly (ContentBlock | TreeMessage["content"][number])[]): string {
  return content.map((block) => ("text" in block ? block.text : block.type)).join("");
}
