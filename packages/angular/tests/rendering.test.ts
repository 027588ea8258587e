import { injectAcpState, injectToolCall, injectToolCallIds } from "@acp-store/angular";
import { createAcpStore } from "@acp-store/core";
import { Component, inject, Injector, signal } from "@angular/core";
import { TestBed } from "@angular/core/testing";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { countListeners } from "../../core/tests/support/countListeners.js";
import { provideAll } from "./providers.js";
import { injectIn, render } from "./support.js";

// In development, Angular renders everything twice, to report bindings that change meanwhile.
beforeAll(() => void vi.stubGlobal("ngDevMode", false));

const updateCall = (store: ReturnType<typeof createAcpStore>, id: string, title: string) =>
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "tool_call_update", toolCallId: id, title },
  });

describe("a list of 1,000 tool calls", () => {
  it("renders one row for each of 50 batches of 100 updates to it, and leaves no listeners", async () => {
    const store = createAcpStore({ scheduler: () => {} });
    for (let n = 0; n < 1000; n++) updateCall(store, `c${n}`, `Call ${n}`);
    store.flush();
    const { store: view, count } = countListeners(store);
    const renders = { list: 0, rows: 0 };
    const Row = Component({
      selector: "call-row",
      inputs: ["callId"],
      template: "{{ count() }}{{ call()?.title }}",
    })(
      class {
        readonly #id = signal("");
        readonly call = injectToolCall(this.#id);
        set callId(id: string) {
          this.#id.set(id);
        }
        count(): void {
          renders.rows++;
        }
      },
    );
    const List = Component({
      selector: "call-list",
      imports: [Row],
      template: "{{ count() }}@for (id of ids(); track id) { <call-row [callId]='id' /> }",
    })(
      class {
        readonly ids = injectToolCallIds();
        count(): void {
          renders.list++;
        }
      },
    );
    const fixture = await render(List, provideAll(view));
    expect(renders).toEqual({ list: 1, rows: 1000 });
    expect(count()).toBe(1001);
    for (let batch = 0; batch < 50; batch++) {
      for (let n = 0; n < 100; n++) updateCall(store, "c500", `Update ${batch} ${n}`);
      store.flush();
      await fixture.whenStable();
    }
    expect(renders).toEqual({ list: 1, rows: 1050 });
    const element: HTMLElement = fixture.nativeElement;
    expect(element.querySelectorAll("call-row")[500]?.textContent).toBe("Update 49 99");
    fixture.destroy();
    expect(count()).toBe(0);
  });
});

describe("a signal as an argument", () => {
  it("reads another entity when the signal changes", async () => {
    const id = signal("c1");
    const { store, result } = await injectIn(() => injectToolCall(id));
    updateCall(store, "c2", "Second");
    expect(result()?.title).toBe("Edit");
    id.set("c2");
    expect(result()?.title).toBe("Second");
    TestBed.tick();
    updateCall(store, "c2", "Renamed");
    expect(result()?.title).toBe("Renamed");
    const before = result();
    updateCall(store, "c1", "No longer read");
    expect(result()).toBe(before);
  });
});

describe("injectAcpState", () => {
  it("follows the signals that its selector reads", async () => {
    const id = signal("c1");
    const { store, result } = await injectIn(() =>
      injectAcpState((state) => state.sessions.get("s1")?.toolCalls.get(id())?.title),
    );
    updateCall(store, "c2", "Second");
    expect(result()).toBe("Edit");
    id.set("c2");
    expect(result()).toBe("Second");
  });

  it("keeps a list whose items are the same", async () => {
    const { store, result } = await injectIn(() =>
      injectAcpState((state) => [...state.sessions.keys()]),
    );
    const before = result();
    updateCall(store, "c2", "Second");
    expect(result()).toBe(before);
  });
});

describe("the injector option", () => {
  it("follows the state outside of an injection context", async () => {
    const { store, result } = await injectIn(() => inject(Injector));
    const call = injectToolCall("c1", { injector: result });
    expect(call()?.title).toBe("Edit");
    updateCall(store, "c1", "Changed before the subscription");
    TestBed.tick();
    expect(call()?.title).toBe("Changed before the subscription");
    updateCall(store, "c1", "Changed after it");
    expect(call()?.title).toBe("Changed after it");
  });

  it("is required outside of an injection context", () => {
    expect(() => injectToolCall("c1")).toThrow("NG0203");
  });
});
