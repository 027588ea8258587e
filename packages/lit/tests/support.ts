import { type AcpStore, type AcpView, createAcpStore } from "@acp-store/core";
import { provideAcpPersistence, provideAcpSession, provideAcpStore } from "@acp-store/lit";
import { memoryStorage, type Persistence, persistSessions } from "@acp-store/persist";
import { html, LitElement } from "lit";
import { createFilledStore } from "../../core/tests/support/readCases.js";

let elementCount = 0;

/** Defines an element under a new name. */
export function define<Element extends HTMLElement>(element: new () => Element): new () => Element {
  customElements.define(`test-element-${++elementCount}`, element);
  return element;
}

/** The saving of a store in which nothing happens. It has its own drafts. */
const quietPersistence = () => persistSessions(createAcpStore(), memoryStorage());

/** Creates an element in the page that provides a store, the session "s1" and a persistence. */
export function provideAll(
  store: AcpView,
  persistence: Persistence = quietPersistence(),
): HTMLElement {
  const provider = document.createElement("div");
  document.body.append(provider);
  provideAcpStore(provider, store);
  provideAcpSession(provider, "s1");
  provideAcpPersistence(provider, persistence);
  return provider;
}

/** A controller in a separate element. */
export interface Controlled<Controller> {
  readonly store: AcpStore;
  readonly controller: Controller;
  readonly element: LitElement;
  /** Returns how often the element was rendered. */
  readonly countRenders: () => number;
}

/** Creates a controller in an element with a filled store and the session "s1". */
export async function control<Controller>(
  create: (host: LitElement) => Controller,
  store: AcpStore = createFilledStore(),
): Promise<Controlled<Controller>> {
  let renders = 0;
  const Host = define(
    class extends LitElement {
      readonly controller = create(this);
      protected override render() {
        renders++;
        return html``;
      }
    },
  );
  const element = new Host();
  provideAll(store).append(element);
  await element.updateComplete;
  return { store, controller: element.controller, element, countRenders: () => renders };
}
