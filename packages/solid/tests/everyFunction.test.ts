import { createReadSource } from "@acp-store/core/reads";
import * as functions from "@acp-store/solid";
import { renderHook } from "@solidjs/testing-library";
import { type Accessor, createComponent } from "solid-js";
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
import { callInside } from "./support.jsx";

/** Returns a call of the function of a read, the way a panel calls it. */
const callOf = (name: ReadName) => () =>
  callReadFunction(functions, "use", name) as Accessor<unknown>;

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

  it("follows the read", () => {
    const { store, result } = callInside(callOf(name));
    const before = result();
    expect(before).toEqual(createReadSource(store, read).get());
    change(store);
    expect(result()).toEqual(createReadSource(store, read).get());
    expect(result()).not.toEqual(before);
  });

  it("stops when its owner is disposed", () => {
    const { store, result, countListeners, dispose } = callInside(callOf(name));
    expect(countListeners()).toBeGreaterThan(0);
    const before = result();
    dispose();
    expect(countListeners()).toBe(0);
    change(store);
    expect(result()).toBe(before);
  });

  it("throws an error with its name without a provider", () => {
    const message = expect.stringContaining(` ${functionNameOf("use", name)} needs a `);
    expect(() => renderHook(callOf(name))).toThrow(
      expect.objectContaining({ name: "AcpProviderError", message }),
    );
  });
});

it.each(SESSION_READ_NAMES)("returns the empty value of %s without a session", (name) => {
  const store = createFilledStore();
  READ_CASES[name].change(store);
  let value: unknown;
  const Used = () => {
    value = callOf(name)()();
    return null;
  };
  callInside(
    () =>
      createComponent(functions.AcpSessionProvider, {
        sessionId: undefined,
        get children() {
          return createComponent(Used, {});
        },
      }),
    store,
  );
  expect(JSON.stringify(value)).toBe(emptyJsonOf(name));
});

describe.each([
  ["useAllPendingPermissions", functions.useAllPendingPermissions, "pendingPermissionsRead"],
  ["useAllPendingElicitations", functions.useAllPendingElicitations, "pendingElicitationsRead"],
] as const)("%s", (_name, run, read) => {
  it("returns the requests of all sessions", () => {
    const { store, result } = callInside<Accessor<readonly object[]>>(run);
    READ_CASES[read].change(store);
    expect(result()).toMatchObject([{ sessionId: "s1", status: "pending" }]);
  });
});

it("reads the session of its options", () => {
  const store = createFilledStore();
  store.ingest({ sessionId: "s2", update: { sessionUpdate: "usage_update", used: 1, size: 10 } });
  const { result } = callInside(() => functions.useUsage({ sessionId: "s2" }), store);
  expect(result()).toEqual({ used: 1, size: 10 });
});
