import {
  injectAcpStore,
  injectAcpView,
  injectPersistence,
  injectUsage,
  provideAcpSession,
  provideAcpStore,
} from "@acp-store/angular";
import { createAcpStore } from "@acp-store/core";
import { createReplica } from "@acp-store/core/replica";
import { Component, inject, InjectionToken, type Provider, signal } from "@angular/core";
import { TestBed } from "@angular/core/testing";
import { describe, expect, it } from "vitest";
import { createFilledStore } from "../../core/tests/support/readCases.js";
import { injectIn, render } from "./support.js";

/** Calls a function in the injection context of an application with providers. */
function runWith<Result>(providers: readonly Provider[], run: () => Result): Result {
  TestBed.configureTestingModule({ providers: [...providers] });
  return TestBed.runInInjectionContext(run);
}

describe("a missing provider", () => {
  it.each<[string, () => unknown, readonly Provider[], string]>([
    ["a store", () => injectAcpView(), [], "provideAcpStore(store)"],
    [
      "a session",
      () => injectUsage(),
      [provideAcpStore(createAcpStore())],
      "provideAcpSession(sessionId)",
    ],
    ["a persistence", () => injectPersistence(), [], "provideAcpPersistence(persistence)"],
  ])("is reported for %s", (_name, run, providers, hint) => {
    expect(() => runWith(providers, run)).toThrow(hint);
  });
});

describe("provideAcpStore", () => {
  it("takes a function that injects", () => {
    const STORE = new InjectionToken("store", { factory: () => createFilledStore() });
    const [view, store] = runWith([provideAcpStore(() => inject(STORE))], () => [
      injectAcpView(),
      inject(STORE),
    ]);
    expect(view).toBe(store);
  });
});

describe("injectAcpStore", () => {
  it("returns the store", async () => {
    const store = createFilledStore();
    expect((await injectIn(() => injectAcpStore(), store)).result).toBe(store);
  });

  it("refuses a mirror", () => {
    const { observe: _, ...mirror } = createFilledStore();
    const run = () => injectAcpStore();
    expect(() => runWith([provideAcpStore(mirror)], run)).toThrow("Use injectAcpView");
  });
});

describe("a mirror", () => {
  it("is read like a store", () => {
    const store = createFilledStore();
    const replica = createReplica({ initialState: store.getState(), scheduler: "sync" });
    store.inspect((record) => {
      if (record.type === "commit") replica.applyPatches(record.patches);
    });
    const { observe: _, ...actions } = store;
    const usage = runWith([provideAcpStore({ ...actions, ...replica })], () =>
      injectUsage({ sessionId: "s1" }),
    );
    TestBed.tick();
    store.ingest({ sessionId: "s1", update: { sessionUpdate: "usage_update", used: 3, size: 10 } });
    expect(usage()?.used).toBe(3);
  });
});

describe("provideAcpSession", () => {
  it("changes the session of the component itself and of those inside it", async () => {
    const store = createFilledStore();
    for (const [sessionId, used] of [
      ["s1", 1],
      ["s2", 2],
    ] as const)
      store.ingest({ sessionId, update: { sessionUpdate: "usage_update", used, size: 10 } });
    const Inner = Component({ selector: "used-tokens", template: "{{ usage()?.used }}" })(
      class {
        readonly usage = injectUsage();
      },
    );
    class OuterClass {
      readonly sessionId = signal<string | undefined>("s1");
      readonly usage = injectUsage();
    }
    const Outer = Component({
      selector: "test-panel",
      imports: [Inner],
      providers: [provideAcpSession(() => inject(OuterClass).sessionId())],
      template: "{{ usage()?.used }} <used-tokens />",
    })(OuterClass);
    const fixture = await render(Outer, [provideAcpStore(store)]);
    const element: HTMLElement = fixture.nativeElement;
    expect(element.textContent).toBe("1 1");
    fixture.componentInstance.sessionId.set("s2");
    await fixture.whenStable();
    expect(element.textContent).toBe("2 2");
    fixture.componentInstance.sessionId.set(undefined);
    await fixture.whenStable();
    expect(element.textContent?.trim()).toBe("");
  });
});
