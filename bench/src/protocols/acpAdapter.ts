import { acpStore } from "../contestants/acpStore.js";
import { baseline } from "../contestants/baseline.js";
import { createTextContent } from "../wire/toolCalls.js";
import { formatLine, type ToolCallUpdate } from "../wire/update.js";
import type { ProtocolAdapter, SampleToolCall, FinalState } from "./protocolAdapter.js";

const SESSION = "session-1";

/** ACP with acp-store. */
export const acpAdapter: ProtocolAdapter = {
  name: "ACP",
  clientName: acpStore.name,
  createTextLines: (chunks) =>
    chunks.map((text) =>
      formatLine(SESSION, {
        sessionUpdate: "agent_message_chunk",
        messageId: "msg_1",
        content: { type: "text", text },
      }),
    ),
  createToolCallLines: (calls) =>
    calls.flatMap(createUpdates).map((update) => formatLine(SESSION, update)),
  runBaseline(lines) {
    const { load, sessions } = baseline.start(1);
    load(lines);
    const session = sessions.get(SESSION);
    const messages = [...(session?.messages.values() ?? [])];
    return createAcpFinalState(
      messages.map(({ content }) => content),
      session?.toolCalls.values() ?? [],
    );
  },
  async runClient(lines) {
    const { applyLine, store } = acpStore.start(1);
    lines.forEach(applyLine);
    const session = store.getState().sessions.get(SESSION);
    const messages = [...(session?.messages.values() ?? [])];
    return createAcpFinalState(
      messages.flatMap(({ content }) => content),
      session?.toolCalls.values() ?? [],
    );
  },
};

function createUpdates({ id, path, output }: SampleToolCall): ToolCallUpdate[] {
  const update = (fields: object): ToolCallUpdate => ({
    sessionUpdate: "tool_call_update",
    toolCallId: id,
    ...fields,
  });
  const partialOutput = (share: number): object => ({
    content: [createTextContent(output.slice(0, Math.round(output.length * share)))],
  });
  return [
    { ...update({ title: "read", kind: "read", status: "pending" }), sessionUpdate: "tool_call" },
    update({ rawInput: { path, limit: 200 } }),
    update({ status: "in_progress" }),
    ...[0.25, 0.5, 0.75, 1].map((share) => update(partialOutput(share))),
    update({ status: "completed", rawOutput: output }),
  ];
}

function createAcpFinalState(
  blocks: readonly object[],
  calls: Iterable<{ readonly toolCallId: string; readonly rawOutput?: unknown }>,
): FinalState {
  return {
    text: blocks.map((block) => ("text" in block ? String(block.text) : "")).join(""),
    outputs: new Map(Array.from(calls, ({ toolCallId, rawOutput }) => [toolCallId, rawOutput])),
  };
}
