import { type AcpStore, createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import type { ReadValue, SessionPersistence } from "@acp-store/svelte";
import { configure, render, type RenderResult } from "@testing-library/svelte";
import { type Component, flushSync, tick } from "svelte";
import { countListeners } from "../../core/tests/support/countListeners.js";
import { createFilledStore } from "../../core/tests/support/readCases.js";
import Inside from "./components/Inside.svelte";
import Probe from "./components/Probe.svelte";

// A busy machine may need more than the default of a second.
configure({ asyncUtilTimeout: 60_000 });

/** The saving of a store in which nothing happens. It has its own drafts. */
const quietPersistence = () => persistSessions(createAcpStore(), memoryStorage());

/** The values that the parents of a component provide. */
export interface Provided {
  readonly view?: AcpStore;
  readonly sessionId?: string;
  /** `undefined`: no parent provides one. */
  readonly persistence?: SessionPersistence | undefined;
}

/** Renders a component with a store, the session "s1" and a persistence, unless others are given. */
export function renderInside<Props extends Record<string, unknown>>(
  component: Component<Props>,
  props: Props,
  provided: Provided = {},
): RenderResult<typeof Inside> {
  const defaults = { view: createFilledStore(), sessionId: "s1", persistence: quietPersistence() };
  return render(Inside, { props: { ...defaults, ...provided, component, props } });
}

/** A function of the package in a separate component. */
export interface Followed<Value> {
  readonly store: AcpStore;
  /** The values that an effect of the component has read. */
  readonly values: readonly Value[];
  readonly countListeners: () => number;
  /** Unmounts the component, and waits until it is gone. */
  readonly unmount: () => Promise<void>;
}

/** Calls a function in a component whose effect reads each value, with the session "s1". */
export function follow<Value>(
  run: () => ReadValue<Value>,
  filledStore: AcpStore = createFilledStore(),
): Followed<Value> {
  const { store, count } = countListeners(filledStore);
  const values: Value[] = [];
  const { unmount } = renderInside(
    Probe,
    {
      run: () => {
        const value = run();
        $effect.pre(() => void values.push(value.current));
      },
    },
    { view: store },
  );
  return {
    store,
    values,
    countListeners: count,
    async unmount() {
      unmount();
      await tick();
    },
  };
}

/** Calls a function while a component is created, and returns its result. */
export function runInside<Result>(run: () => Result, provided?: Provided): Result {
  let result: { readonly value: Result } | undefined;
  renderInside(Probe, { run: () => void (result = { value: run() }) }, provided);
  flushSync();
  if (result === undefined) throw new Error("The component was not created.");
  return result.value;
}
