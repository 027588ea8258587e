import { createReadSource } from "@acp-store/core/reads";
import * as functions from "@acp-store/angular";
import { inject, Injector, type Signal } from "@angular/core";
import { TestBed } from "@angular/core/testing";
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
import { injectIn } from "./support.js";

/** Returns a call of the function of a read, the way a panel calls it. */
const callOf = (name: ReadName, options?: object) => () =>
  callReadFunction(functions, "inject", name, options) as Signal<unknown>;

/** Functions that read all sessions. Without a session, the read is the same. */
const ALL_SESSIONS = ["injectAllPendingElicitations", "injectAllPendingPermissions"];
/** Functions that read something else than the state. */
const OTHERS = [
  "injectAcpStore",
  "injectAcpView",
  "injectDraft",
  "injectPersistence",
  "injectRead",
  "injectStoreValue",
];

it("has a function for every read", () => {
  const all = Object.keys(functions).filter((name) => name.startsWith("inject"));
  const expected = READ_NAMES.map((name) => functionNameOf("inject", name));
  expect(all.toSorted()).toEqual([...expected, ...ALL_SESSIONS, ...OTHERS].toSorted());
});

describe.each(READ_NAMES)("the function of %s", (name) => {
  const { read, change } = READ_CASES[name];

  it("follows the read", async () => {
    const { store, result } = await injectIn(callOf(name));
    const before = result();
    expect(before).toEqual(createReadSource(store, read).get());
    change(store);
    expect(result()).toEqual(createReadSource(store, read).get());
    expect(result()).not.toBe(before);
  });

  it("stops when the component is destroyed", async () => {
    const { store, result, destroy } = await injectIn(callOf(name));
    const before = result();
    destroy();
    change(store);
    expect(result()).toBe(before);
  });

  it("throws an error with its name without a provider", () => {
    const message = expect.stringContaining(` ${functionNameOf("inject", name)} needs a `);
    expect(() => TestBed.runInInjectionContext(callOf(name))).toThrow(
      expect.objectContaining({ name: "AcpProviderError", message }),
    );
  });
});

it.each(SESSION_READ_NAMES)("returns the empty value of %s without a session", async (name) => {
  const store = createFilledStore();
  READ_CASES[name].change(store);
  const providers = [functions.provideAcpSession(() => undefined)];
  const { result } = await injectIn(() => {
    const injector = Injector.create({ providers, parent: inject(Injector) });
    return callOf(name, { injector })();
  }, store);
  expect(JSON.stringify(result())).toBe(emptyJsonOf(name));
});

describe.each([
  ["injectAllPendingPermissions", functions.injectAllPendingPermissions, "pendingPermissionsRead"],
  [
    "injectAllPendingElicitations",
    functions.injectAllPendingElicitations,
    "pendingElicitationsRead",
  ],
] as const)("%s", (_name, run, read) => {
  it("returns the requests of all sessions", async () => {
    const { store, result } = await injectIn<Signal<readonly object[]>>(() => run());
    READ_CASES[read].change(store);
    expect(result()).toMatchObject([{ sessionId: "s1", status: "pending" }]);
  });
});

it("reads the session of its options", async () => {
  const store = createFilledStore();
  store.ingest({ sessionId: "s2", update: { sessionUpdate: "usage_update", used: 1, size: 10 } });
  const { result } = await injectIn(() => functions.injectUsage({ sessionId: "s2" }), store);
  expect(result()).toEqual({ used: 1, size: 10 });
});
