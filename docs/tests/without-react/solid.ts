import { type AcpStore, selectToolCalls, type ToolCall } from "@acp-store/core";
import { type Accessor, createSignal, onCleanup } from "solid-js";

export function createToolCalls(store: AcpStore, sessionId: string): Accessor<readonly ToolCall[]> {
  const read = () => selectToolCalls(store.getState(), sessionId);
  const [calls, setCalls] = createSignal(read());
  const update = () => void setCalls(read());
  onCleanup(store.watch({ type: "table", sessionId, table: "toolCalls" }, update));
  return calls;
}
