import { createAcpStore } from "@acp-store/core";
import { createReplica } from "@acp-store/core/replica";
import {
  acpStoreContext,
  SavingController,
  provideAcpSession,
  provideAcpStore,
  ReadController,
  SessionReadController,
  sessionIdsRead,
  StoreController,
  usageRead,
} from "@acp-store/lit";
import { ContextProvider } from "@lit/context";
import { html, LitElement } from "lit";
import { describe, expect, it } from "vitest";
import { createFilledStore } from "../../core/tests/support/readCases.js";
import { control, define, provideAll } from "./support.js";

/** Creates an element with a controller, in a parent or in the body. */
function createElement<Controller>(
  create: (host: LitElement) => Controller,
  parent = document.body,
) {
  const Host = define(
    class extends LitElement {
      readonly controller = create(this);
    },
  );
  const element = new Host();
  parent.append(element);
  return element;
}

/** A store in which session "s1" has used 1 token, and "s2" has used 2. */
function createUsedStore() {
  const store = createFilledStore();
  for (const [sessionId, used] of [
    ["s1", 1],
    ["s2", 2],
  ] as const)
    store.ingest({ sessionId, update: { sessionUpdate: "usage_update", used, size: 10 } });
  return store;
}

describe("a missing provider", () => {
  it.each([
    [
      "a store",
      (host: LitElement) => new ReadController(host, () => sessionIdsRead()),
      /ReadController of <test-element-\d+> needs a store\. .* provideAcpStore\(element, store\)\.$/,
    ],
    [
      "a persistence",
      (host: LitElement) => new SavingController(host),
      /SavingController of .* needs a persistence\. .* provideAcpPersistence\(element, persistence\)\.$/,
    ],
  ])("is reported for %s", async (_name, create, hint) => {
    await expect(createElement<unknown>(create).updateComplete).rejects.toThrow(hint);
  });

  it("is reported for a session", async () => {
    const parent = document.createElement("div");
    document.body.append(parent);
    provideAcpStore(parent, createAcpStore());
    const element = createElement((host) => new SessionReadController(host, usageRead), parent);
    await expect(element.updateComplete).rejects.toThrow(
      /SessionReadController of .* needs a session\. .* provideAcpSession\(element, sessionId\)\.$/,
    );
  });
});

describe("StoreController", () => {
  it("has the store", async () => {
    const { store, controller } = await control((host) => new StoreController(host));
    expect(controller.store).toBe(store);
  });

  it("refuses a mirror as a store", async () => {
    const { observe: _, ...mirror } = createFilledStore();
    const { controller } = createElement((host) => new StoreController(host), provideAll(mirror));
    expect(controller.view).toBe(mirror);
    expect(() => controller.store).toThrow("Use `view`");
  });
});

describe("a mirror", () => {
  it("is read like a store", async () => {
    const store = createFilledStore();
    const replica = createReplica({ initialState: store.getState(), scheduler: "sync" });
    store.inspect((record) => {
      if (record.type === "commit") replica.applyPatches(record.patches);
    });
    const { observe: _, ...actions } = store;
    const element = createElement(
      (host) => new SessionReadController(host, usageRead),
      provideAll({ ...actions, ...replica }),
    );
    await element.updateComplete;
    store.ingest({ sessionId: "s1", update: { sessionUpdate: "usage_update", used: 3, size: 10 } });
    expect(element.isUpdatePending).toBe(true);
    expect(element.controller.value?.used).toBe(3);
  });
});

describe("provideAcpSession", () => {
  it("changes the session of the element itself and of those inside it", async () => {
    const Inner = define(
      class extends LitElement {
        readonly usage = new SessionReadController(this, usageRead);
        protected override render() {
          return html`${this.usage.value?.used}`;
        }
      },
    );
    const Outer = define(
      class extends LitElement {
        static override properties = { sessionId: {} };
        declare sessionId: string | undefined;
        readonly usage = new SessionReadController(this, usageRead);
        readonly inner = new Inner();
        constructor() {
          super();
          provideAcpSession(this, () => this.sessionId);
        }
        protected override render() {
          return html`${this.usage.value?.used}${this.inner}`;
        }
      },
    );
    const outer = new Outer();
    outer.sessionId = "s1";
    provideAll(createUsedStore()).append(outer);
    const shown = async () => {
      await outer.updateComplete;
      await outer.inner.updateComplete;
      return [outer, outer.inner].map(({ shadowRoot }) => shadowRoot?.textContent);
    };
    expect(await shown()).toEqual(["1", "1"]);
    outer.sessionId = "s2";
    expect(await shown()).toEqual(["2", "2"]);
    outer.sessionId = undefined;
    expect(await shown()).toEqual(["", ""]);
  });
});

describe("provideAcpStore", () => {
  it("replaces the store of an element and of those inside it", async () => {
    const Panel = define(
      class extends LitElement {
        readonly ids = new ReadController(this, () => sessionIdsRead());
        constructor() {
          super();
          provideAcpStore(this, createAcpStore());
        }
      },
    );
    const panel = new Panel();
    document.body.append(panel);
    const inner = createElement((host) => new ReadController(host, () => sessionIdsRead()), panel);
    await inner.updateComplete;
    expect([panel.ids.value, inner.controller.value]).toEqual([[], []]);
    provideAcpStore(panel, createFilledStore());
    await panel.updateComplete;
    await inner.updateComplete;
    expect([panel.ids.value, inner.controller.value]).toEqual([["s1"], ["s1"]]);
  });
});

describe("acpStoreContext", () => {
  it("lets another provider change the store", async () => {
    const parent = document.createElement("div");
    document.body.append(parent);
    const provider = new ContextProvider(parent, {
      context: acpStoreContext,
      initialValue: createAcpStore(),
    });
    const element = createElement(
      (host) => new ReadController(host, () => sessionIdsRead()),
      parent,
    );
    await element.updateComplete;
    expect(element.controller.value).toEqual([]);
    provider.setValue(createFilledStore());
    await element.updateComplete;
    expect(element.controller.value).toEqual(["s1"]);
  });
});
