import { type AcpStore, type AcpView, createAcpStore } from "@acp-store/core";
import { memoryStorage, type Persistence, persistSessions } from "@acp-store/persist";
import { acpPlugin, provideAcpSession } from "@acp-store/vue";
import { render, type RenderResult } from "@testing-library/vue";
import { type Component, defineComponent, h } from "vue";
import { createFilledStore } from "../../core/tests/support/readCases.js";

/** A composable in a separate component. */
export interface Composed<Result> {
  readonly store: AcpStore;
  readonly result: Result;
  readonly unmount: () => void;
}

/** Calls a composable in a component with a filled store and the session "s1". */
export function compose<Result>(
  run: () => Result,
  store: AcpStore = createFilledStore(),
): Composed<Result> {
  let result: { readonly value: Result } | undefined;
  const Inner = defineComponent(() => {
    result = { value: run() };
    return () => null;
  });
  const { unmount } = renderWith(store, Inner);
  if (result === undefined) throw new Error("The component was not set up.");
  return { store, result: result.value, unmount };
}

/** The saving of a store in which nothing happens. It has its own drafts. */
const quietPersistence = () => persistSessions(createAcpStore(), memoryStorage());

/** Renders a component with a store, the session "s1" and a persistence. */
export function renderWith(
  store: AcpView,
  component: Component,
  persistence: Persistence = quietPersistence(),
): RenderResult {
  const Outer = defineComponent(() => {
    provideAcpSession("s1");
    return () => h(component);
  });
  return render(Outer, { global: { plugins: [[acpPlugin, { store, persistence }]] } });
}

/** Sets up a component without a plugin, and returns the error. */
export function errorOf(setup: () => void): unknown {
  let caught: unknown;
  const Failing = defineComponent(() => {
    try {
      setup();
    } catch (error) {
      caught = error;
    }
    return () => null;
  });
  render(Failing);
  return caught;
}
