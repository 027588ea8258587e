import { type AcpStore, createAcpStore, type WatchTarget } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { type ReactElement, type ReactNode, StrictMode } from "react";

/** A store that counts who watches it. */
export interface CountingStore extends AcpStore {
  watchers(): number;
  update(update: Record<string, unknown>, sessionId?: string): void;
}

export function countingStore(): CountingStore {
  const store = createAcpStore({ scheduler: "sync" });
  let count = 0;
  const watch = (target: WatchTarget, listener: () => void): (() => void) => {
    const stop = store.watch(target, listener);
    count++;
    return () => {
      count--;
      stop();
    };
  };
  return {
    ...store,
    watch,
    watchers: () => count,
    update: (update, sessionId = "s1") => void store.ingest({ sessionId, update }),
  };
}

/** What the hooks need around them, under StrictMode. */
export function wrapperFor(store: AcpStore): (props: { children: ReactNode }) => ReactElement {
  return ({ children }) => (
    <StrictMode>
      <AcpStoreProvider store={store}>
        <AcpSessionProvider sessionId="s1">{children}</AcpSessionProvider>
      </AcpStoreProvider>
    </StrictMode>
  );
}

export const call = (toolCallId: string, status = "pending"): Record<string, unknown> => ({
  sessionUpdate: "tool_call_update",
  toolCallId,
  title: `Call ${toolCallId}`,
  status,
});

export const chunk = (text: string): Record<string, unknown> => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
});
