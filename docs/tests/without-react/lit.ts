import { type AcpStore, selectToolCalls, type ToolCall } from "@acp-store/core";
import type { ReactiveControllerHost } from "lit";

export function addToolCalls(host: ReactiveControllerHost, store: AcpStore, sessionId: string) {
  const update = () => host.requestUpdate();
  let stop = () => {};
  host.addController({
    hostConnected: () => {
      stop = store.watch({ type: "table", sessionId, table: "toolCalls" }, update);
      update();
    },
    hostDisconnected: () => stop(),
  });
  return (): readonly ToolCall[] => selectToolCalls(store.getState(), sessionId);
}
