import { createReadSource } from "@acp-store/core/reads";
import * as functions from "@acp-store/svelte";
import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { get, toStore } from "svelte/store";
import { describe, expect, it } from "vitest";
import {
  callReadFunction,
  createFilledStore,
  emptyJsonOf,
  functionNameOf,
  READ_CASES,
  READ_NAMES,
  type ReadName,
  SESSION_READ_NAMES,
} from "../../core/tests/support/readCases.js";
import Inside from "./components/Inside.svelte";
import Probe from "./components/Probe.svelte";
import { follow, runInside } from "./support.svelte.js";

/** Returns a call of the function of a read, the way a panel calls it. */
const callOf = (name: ReadName) => () =>
  callReadFunction(functions, "use", name) as functions.ReadValue<unknown>;

/** Functions that read all sessions. Without a session, the read is the same. */
const ALL_SESSIONS = ["useAllPendingElicitations", "useAllPendingPermissions"];
/** Functions that read something else than the state. */
const OTHERS = [
  "useAcpStore",
  "useAcpView",
  "useDraft",
  "usePersistence",
  "useRead",
  "useStoreValue",
];

it("has a function for every read", () => {
  const all = Object.keys(functions).filter((name) => name.startsWith("use"));
  const expected = READ_NAMES.map((name) => functionNameOf("use", name));
  expect(all.toSorted()).toEqual([...expected, ...ALL_SESSIONS, ...OTHERS].toSorted());
});

describe.each(READ_NAMES)("the function of %s", (name) => {
  const { read, change } = READ_CASES[name];

  it("follows the read, and stops when the component is unmounted", async () => {
    const { store, values, countListeners, unmount } = follow(callOf(name));
    expect(values).toEqual([createReadSource(store, read).get()]);
    change(store);
    flushSync();
    expect(values.length).toBeGreaterThan(1);
    expect(values.at(-1)).toEqual(createReadSource(store, read).get());
    expect(values.at(-1)).not.toEqual(values[0]);
    await unmount();
    expect(countListeners()).toBe(0);
  });

  it("returns the current value outside of an effect without a listener", () => {
    const store = createFilledStore();
    const value = runInside(callOf(name), { view: store });
    change(store);
    expect(value.current).toEqual(createReadSource(store, read).get());
  });

  it("is followed as a store of Svelte", async () => {
    const store = createFilledStore();
    const readable = functions.toReadable(store, read);
    const values: unknown[] = [];
    const stop = readable.subscribe((value) => values.push(value));
    change(store);
    expect(values.at(-1)).toEqual(createReadSource(store, read).get());
    expect(values).toHaveLength(2);
    stop();
  });

  it("throws an error with its name without a provider", () => {
    const props = { component: Probe, props: { run: callOf(name) } };
    const message = expect.stringContaining(` ${functionNameOf("use", name)} needs a `);
    expect(() => render(Inside, { props })).toThrow(
      expect.objectContaining({ name: "AcpProviderError", message }),
    );
  });
});

it.each(SESSION_READ_NAMES)("returns the empty value of %s without a session", (name) => {
  const view = createFilledStore();
  READ_CASES[name].change(view);
  const run = () => {
    functions.provideAcpSession(() => undefined);
    return callOf(name)();
  };
  const { current } = runInside(run, { view });
  expect(JSON.stringify(current)).toBe(emptyJsonOf(name));
});

describe.each([
  ["useAllPendingPermissions", functions.useAllPendingPermissions, "pendingPermissionsRead"],
  ["useAllPendingElicitations", functions.useAllPendingElicitations, "pendingElicitationsRead"],
] as const)("%s", (_name, run, read) => {
  it("returns the requests of all sessions", () => {
    const store = createFilledStore();
    const requests = runInside<functions.ReadValue<readonly object[]>>(run, { view: store });
    READ_CASES[read].change(store);
    expect(requests.current).toMatchObject([{ sessionId: "s1", status: "pending" }]);
  });
});

it("reads the session of its options", () => {
  const store = createFilledStore();
  store.ingest({ sessionId: "s2", update: { sessionUpdate: "usage_update", used: 1, size: 10 } });
  const usage = runInside(() => functions.useUsage({ sessionId: "s2" }), { view: store });
  expect(usage.current).toEqual({ used: 1, size: 10 });
});

it("has values that toStore of Svelte follows", () => {
  const store = createFilledStore();
  const readable = runInside(
    () => {
      const usage = functions.useUsage();
      return toStore(() => usage.current?.used);
    },
    { view: store },
  );
  expect(get(readable)).toBeUndefined();
  store.ingest({ sessionId: "s1", update: { sessionUpdate: "usage_update", used: 1, size: 10 } });
  expect(get(readable)).toBe(1);
});
