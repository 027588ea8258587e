import {
  type AcpStore,
  createAcpStore,
  type StateListener,
  type WatchListener,
  type WatchTarget,
} from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import {
  AcpPersistenceProvider,
  AcpSessionProvider,
  AcpStoreProvider,
  type SessionPersistence,
} from "@acp-store/react";
import { act, renderHook } from "@testing-library/react";
import { type ReactElement, type ReactNode, StrictMode } from "react";

/** A store that counts its listeners and their calls. */
export interface CountingStore extends AcpStore {
  /** The saving of a store in which nothing happens. */
  readonly persistence: SessionPersistence;
  /** The number of registered watchers, subscribers, and listeners of the persistence. */
  listeners(): number;
  /** Returns the number of listener calls since the previous call of this function. */
  takeCalls(): number;
  update(update: Record<string, unknown>, sessionId?: string): void;
}

const quietPersistence = persistSessions(createAcpStore(), memoryStorage());

export function countingStore(protocolVersion: 1 | 2 = 1): CountingStore {
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync", protocolVersion, now: () => 7 });
  let count = 0;
  let calls = 0;
  const counted = (stop: () => void): (() => void) => {
    count++;
    return () => {
      count--;
      stop();
    };
  };
  const watch = (target: WatchTarget, listener: WatchListener): (() => void) =>
    counted(
      store.watch(target, (changes) => {
        calls++;
        listener(changes);
      }),
    );
  const subscribe = (listener: StateListener): (() => void) =>
    counted(
      store.subscribe((state, previous) => {
        calls++;
        listener(state, previous);
      }),
    );
  const takeCalls = (): number => {
    const before = calls;
    calls = 0;
    return before;
  };
  const { drafts, onStatus } = quietPersistence;
  const persistence: SessionPersistence = {
    ...quietPersistence,
    onStatus: (listener) => counted(onStatus(listener)),
    drafts: { ...drafts, onChange: (listener) => counted(drafts.onChange(listener)) },
  };
  return {
    ...store,
    persistence,
    watch,
    subscribe,
    listeners: () => count,
    takeCalls,
    update: (update, sessionId = "s1") => void store.ingest({ sessionId, update }),
  };
}

/** Returns a component that provides everything and session "s1" to hooks, under StrictMode. */
export function wrapperFor(store: CountingStore): (props: { children: ReactNode }) => ReactElement {
  return ({ children }) => (
    <StrictMode>
      <AcpStoreProvider store={store}>
        <AcpPersistenceProvider persistence={store.persistence}>
          <AcpSessionProvider sessionId="s1">{children}</AcpSessionProvider>
        </AcpPersistenceProvider>
      </AcpStoreProvider>
    </StrictMode>
  );
}

/** Runs a hook in its own component and counts the renders of that component. */
export function hook<Result>(run: () => Result, store: CountingStore = countingStore()) {
  let renders = 0;
  const counted = (): Result => {
    renders++;
    return run();
  };
  const { result, rerender, unmount } = renderHook(counted, { wrapper: wrapperFor(store) });
  return {
    store,
    value: (): Result => result.current,
    rerender: (): void => rerender(),
    unmount,
    update: (update: Record<string, unknown>, sessionId?: string): void =>
      act(() => store.update(update, sessionId)),
    /** Returns the number of renders that a change causes. StrictMode renders twice each time. */
    rendersOf: (change: () => void): number => {
      renders = 0;
      act(change);
      return renders / 2;
    },
  };
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

export const usage = (used: number, size = 100): Record<string, unknown> => ({
  sessionUpdate: "usage_update",
  used,
  size,
});

export const request = (sessionId = "s1") => ({
  sessionId,
  toolCall: { toolCallId: "c1", title: "Edit" },
  options: [{ optionId: "yes", name: "Allow", kind: "allow_once" }],
});

export const form = (sessionId?: string) => ({
  ...(sessionId === undefined ? { requestId: 9 } : { sessionId }),
  mode: "form",
  message: "Your name?",
  requestedSchema: { type: "object", properties: {} },
});
