import { createAcpStore } from "@acp-store/core";
import {
  provideAcpStore,
  ReadController,
  SessionReadController,
  toolCallIdsRead,
  toolCallRead,
} from "@acp-store/lit";
import { getByText } from "@testing-library/dom";
import { html, LitElement } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { describe, expect, it } from "vitest";
import { countListeners } from "../../core/tests/support/countListeners.js";
import { createFilledStore } from "../../core/tests/support/readCases.js";
import { control, define, provideAll } from "./support.js";

const updateCall = (store: ReturnType<typeof createAcpStore>, id: string, title: string) =>
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "tool_call_update", toolCallId: id, title },
  });

/** The numbers of times that elements were rendered. */
const renders = { list: 0, rows: 0 };

class RowElement extends LitElement {
  static override properties = { callId: {} };
  declare callId: string;
  readonly #call = new SessionReadController(this, (id) => toolCallRead(id, this.callId));
  protected override createRenderRoot() {
    return this;
  }
  protected override render() {
    renders.rows++;
    return html`<li>${this.#call.value?.title}</li>`;
  }
}
customElements.define("counted-row", RowElement);

const ListElement = define(
  class extends LitElement {
    readonly #ids = new SessionReadController(this, toolCallIdsRead);
    protected override createRenderRoot() {
      return this;
    }
    protected override render() {
      renders.list++;
      return repeat(
        this.#ids.value,
        (id) => id,
        (id) => html`<counted-row .callId=${id}></counted-row>`,
      );
    }
  },
);

describe("a list of 1,000 tool calls", () => {
  it("renders one row for each of 50 batches of 100 updates to it, and leaves no listeners", async () => {
    const store = createAcpStore({ scheduler: () => {} });
    for (let n = 0; n < 1000; n++) updateCall(store, `c${n}`, `Call ${n}`);
    store.flush();
    const { store: view, count } = countListeners(store);
    const list = new ListElement();
    provideAll(view).append(list);
    await list.updateComplete;
    await Promise.resolve();
    expect(renders).toEqual({ list: 1, rows: 1000 });
    expect(count()).toBe(1001);
    const row = list.querySelectorAll("counted-row")[500] as RowElement;
    for (let batch = 0; batch < 50; batch++) {
      for (let n = 0; n < 100; n++) updateCall(store, "c500", `Update ${batch} ${n}`);
      store.flush();
      await row.updateComplete;
    }
    expect(renders).toEqual({ list: 1, rows: 1050 });
    expect(getByText(row, "Update 49 99")).toBeDefined();
    list.remove();
    expect(count()).toBe(0);
  });
});

describe("a property of the element as an argument", () => {
  it("reads another entity when the property changes", async () => {
    const store = createFilledStore();
    updateCall(store, "c2", "Second");
    const row = new RowElement();
    row.callId = "c1";
    provideAll(store).append(row);
    await row.updateComplete;
    expect(row.textContent).toBe("Edit");
    row.callId = "c2";
    await row.updateComplete;
    expect(row.textContent).toBe("Second");
    updateCall(store, "c2", "Renamed");
    await row.updateComplete;
    expect(row.textContent).toBe("Renamed");
    const before = renders.rows;
    updateCall(store, "c1", "No longer read");
    await row.updateComplete;
    expect(renders.rows).toBe(before);
  });
});

describe("an element that is removed", () => {
  it("has no listeners if it is removed while an update is pending", async () => {
    const { store: view, count } = countListeners(createFilledStore());
    const row = new RowElement();
    row.callId = "c1";
    provideAll(view).append(row);
    row.remove();
    await row.updateComplete;
    expect(count()).toBe(0);
  });

  it("shows the current value when it is inserted again", async () => {
    const { store, controller, element } = await control(
      (host) => new ReadController(host, () => toolCallRead("s1", "c1")),
    );
    const parent = element.parentElement;
    element.remove();
    updateCall(store, "c1", "Changed meanwhile");
    parent?.append(element);
    await element.updateComplete;
    expect(controller.value?.title).toBe("Changed meanwhile");
    updateCall(store, "c1", "Changed again");
    await element.updateComplete;
    expect(controller.value?.title).toBe("Changed again");
  });

  it("follows its own store when it is inserted again", async () => {
    const store = createFilledStore();
    const { store: view, count } = countListeners(store);
    const Panel = define(
      class extends LitElement {
        readonly call = new ReadController(this, () => toolCallRead("s1", "c1"));
        constructor() {
          super();
          provideAcpStore(this, view);
        }
        protected override render() {
          return html`${this.call.value?.title}`;
        }
      },
    );
    const panel = new Panel();
    document.body.append(panel);
    await panel.updateComplete;
    panel.remove();
    expect(count()).toBe(0);
    updateCall(store, "c1", "Changed meanwhile");
    document.body.append(panel);
    await panel.updateComplete;
    expect(panel.shadowRoot?.textContent).toBe("Changed meanwhile");
    expect(count()).toBe(1);
  });
});
