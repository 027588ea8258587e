import { type AcpStore, selectToolCalls, type ToolCall } from "@acp-store/core";
import { onScopeDispose, type ShallowRef, shallowRef } from "vue";

export function useToolCalls(store: AcpStore, sessionId: string): ShallowRef<readonly ToolCall[]> {
  const read = () => selectToolCalls(store.getState(), sessionId);
  const calls = shallowRef(read());
  const update = () => void (calls.value = read());
  onScopeDispose(store.watch({ type: "table", sessionId, table: "toolCalls" }, update));
  return calls;
}
