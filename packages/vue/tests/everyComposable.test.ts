import { createReadSource } from "@acp-store/core/reads";
import * as composables from "@acp-store/vue";
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
import { compose, errorOf } from "./support.js";

/** Returns a call of the composable of a read, the way a panel calls it. */
const callOf = (name: ReadName) => () =>
  callReadFunction(composables, "use", name) as composables.ReadRef<unknown>;

/** Composables that read all sessions. Without a session, the read is the same. */
const ALL_SESSIONS = ["useAllPendingElicitations", "useAllPendingPermissions"];
/** Composables that read something else than the state. */
const OTHERS = [
  "useAcpStore",
  "useAcpView",
  "useDraft",
  "usePersistence",
  "useRead",
  "useStoreValue",
];

it("has a composable for every read", () => {
  const all = Object.keys(composables).filter((name) => name.startsWith("use"));
  const expected = READ_NAMES.map((name) => functionNameOf("use", name));
  expect(all.toSorted()).toEqual([...expected, ...ALL_SESSIONS, ...OTHERS].toSorted());
});

describe.each(READ_NAMES)("the composable of %s", (name) => {
  const { read, change } = READ_CASES[name];

  it("follows the read", () => {
    const { store, result } = compose(callOf(name));
    const before = result.value;
    expect(before).toEqual(createReadSource(store, read).get());
    change(store);
    expect(result.value).toEqual(createReadSource(store, read).get());
    expect(result.value).not.toBe(before);
  });

  it("stops when the component is unmounted", () => {
    const { store, result, unmount } = compose(callOf(name));
    const before = result.value;
    unmount();
    change(store);
    expect(result.value).toBe(before);
  });

  it("throws an error with its name without a provider", () => {
    const message = expect.stringContaining(` ${functionNameOf("use", name)} needs a `);
    expect(errorOf(callOf(name))).toMatchObject({ name: "AcpProviderError", message });
  });
});

it.each(SESSION_READ_NAMES)("returns the empty value of %s without a session", (name) => {
  const store = createFilledStore();
  READ_CASES[name].change(store);
  const { result } = compose(() => {
    composables.provideAcpSession(() => undefined);
    return callOf(name)();
  }, store);
  expect(JSON.stringify(result.value)).toBe(emptyJsonOf(name));
});

describe.each([
  ["useAllPendingPermissions", composables.useAllPendingPermissions, "pendingPermissionsRead"],
  ["useAllPendingElicitations", composables.useAllPendingElicitations, "pendingElicitationsRead"],
] as const)("%s", (_name, run, read) => {
  it("returns the requests of all sessions", () => {
    const { store, result } = compose<composables.ReadRef<readonly object[]>>(run);
    READ_CASES[read].change(store);
    expect(result.value).toMatchObject([{ sessionId: "s1", status: "pending" }]);
  });
});

it("reads the session of its options", () => {
  const store = createFilledStore();
  store.ingest({ sessionId: "s2", update: { sessionUpdate: "usage_update", used: 1, size: 10 } });
  const { result } = compose(() => composables.useUsage({ sessionId: "s2" }), store);
  expect(result.value).toEqual({ used: 1, size: 10 });
});
