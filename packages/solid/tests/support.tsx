import { type AcpStore, createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import {
  AcpPersistenceProvider,
  AcpSessionProvider,
  AcpStoreProvider,
  type SessionPersistence,
} from "@acp-store/solid";
import { configure, render, renderHook } from "@solidjs/testing-library";
import type { Component, JSX } from "solid-js";
import { countListeners } from "../../core/tests/support/countListeners.js";
import { createFilledStore } from "../../core/tests/support/readCases.js";

// A busy machine may need more than the default of a second.
configure({ asyncUtilTimeout: 60_000 });

/** The saving of a store in which nothing happens. It has its own drafts. */
const quietPersistence = () => persistSessions(createAcpStore(), memoryStorage());

/** Returns a component that provides a store, the session "s1" and a persistence. */
function createProviders(
  store: AcpStore,
  persistence: SessionPersistence = quietPersistence(),
): Component<{ readonly children: JSX.Element }> {
  return (props) => (
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <AcpPersistenceProvider persistence={persistence}>{props.children}</AcpPersistenceProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>
  );
}

/** Renders a component with a store, the session "s1" and a persistence. */
export function renderInside(
  store: AcpStore,
  ui: () => JSX.Element,
  persistence?: SessionPersistence,
): ReturnType<typeof render> {
  return render(ui, { wrapper: createProviders(store, persistence) });
}

/** A function of the package with its own owner. */
export interface Called<Result> {
  readonly store: AcpStore;
  readonly result: Result;
  readonly countListeners: () => number;
  /** Disposes the owner. */
  readonly dispose: () => void;
}

/** Calls a function inside the providers of a filled store and the session "s1". */
export function callInside<Result>(
  run: () => Result,
  filledStore: AcpStore = createFilledStore(),
): Called<Result> {
  const { store, count } = countListeners(filledStore);
  const wrapper = createProviders(store);
  const { result, cleanup: dispose } = renderHook(run, { wrapper });
  return { store, result, countListeners: count, dispose };
}
