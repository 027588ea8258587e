import { acpStore } from "../contestants/acpStore.js";
import { floor } from "../contestants/floor.js";
import { textItem } from "../wire/toolCalls.js";
import { toLine, type ToolCallUpdate } from "../wire/update.js";
import type { Dialect, StoryCall, Told } from "./dialect.js";

const SESSION = "session-1";

/** The store, in the same story. */
export const acp: Dialect = {
  name: "ACP",
  client: acpStore.name,
  textLines: (pieces) =>
    pieces.map((text) =>
      toLine(SESSION, {
        sessionUpdate: "agent_message_chunk",
        messageId: "msg_1",
        content: { type: "text", text },
      }),
    ),
  toolLines: (calls) => calls.flatMap(updatesOf).map((update) => toLine(SESSION, update)),
  runFloor(lines) {
    const { load, sessions } = floor.start(1);
    load(lines);
    const session = sessions.get(SESSION);
    const messages = [...(session?.messages.values() ?? [])];
    return told(
      messages.map(({ content }) => content),
      session?.toolCalls.values() ?? [],
    );
  },
  async runClient(lines) {
    const { take, store } = acpStore.start(1);
    lines.forEach(take);
    const session = store.getState().sessions.get(SESSION);
    const messages = [...(session?.messages.values() ?? [])];
    return told(
      messages.flatMap(({ content }) => content),
      session?.toolCalls.values() ?? [],
    );
  },
};

function updatesOf({ id, path, output }: StoryCall): ToolCallUpdate[] {
  const update = (fields: object): ToolCallUpdate => ({
    sessionUpdate: "tool_call_update",
    toolCallId: id,
    ...fields,
  });
  const upTo = (share: number): object => ({
    content: [textItem(output.slice(0, Math.round(output.length * share)))],
  });
  return [
    { ...update({ title: "read", kind: "read", status: "pending" }), sessionUpdate: "tool_call" },
    update({ rawInput: { path, limit: 200 } }),
    update({ status: "in_progress" }),
    ...[0.25, 0.5, 0.75, 1].map((share) => update(upTo(share))),
    update({ status: "completed", rawOutput: output }),
  ];
}

function told(
  blocks: readonly object[],
  calls: Iterable<{ readonly toolCallId: string; readonly rawOutput?: unknown }>,
): Told {
  return {
    text: blocks.map((block) => ("text" in block ? String(block.text) : "")).join(""),
    outputs: new Map(Array.from(calls, ({ toolCallId, rawOutput }) => [toolCallId, rawOutput])),
  };
}
