import {
  provideAcpSession,
  provideAcpStore,
  SessionReadController,
  usageRead,
} from "@acp-store/lit";
import { render } from "@lit-labs/ssr";
import { LitElementRenderer } from "@lit-labs/ssr/lib/lit-element-renderer.js";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { html, LitElement } from "lit";
import { expect, it } from "vitest";
import type { AcpView } from "@acp-store/core";
import { countListeners } from "../../core/tests/support/countListeners.js";
import { createFilledStore } from "../../core/tests/support/readCases.js";

class UsageElement extends LitElement {
  readonly #usage = new SessionReadController(this, usageRead);
  protected override render() {
    return html`<p>${this.#usage.value?.used}</p>`;
  }
}
customElements.define("used-tokens", UsageElement);

class AppElement extends LitElement {
  static override properties = { view: { attribute: false }, sessionId: {} };
  declare view: AcpView;
  declare sessionId: string;
  constructor() {
    super();
    provideAcpStore(this, () => this.view);
    provideAcpSession(this, () => this.sessionId);
  }
  protected override render() {
    return html`<used-tokens></used-tokens>`;
  }
}
customElements.define("test-app", AppElement);

it("renders the state on a server, and leaves no listener behind", async () => {
  // Contexts on a server need this.
  LitElementRenderer.renderOptions.push(() => ({ connectedCallback: true }));
  const store = createFilledStore();
  store.ingest({ sessionId: "s1", update: { sessionUpdate: "usage_update", used: 7, size: 10 } });
  const { store: view, count } = countListeners(store);
  const result = render(html`<test-app .view=${view} .sessionId=${"s1"}></test-app>`);
  expect(await collectResult(result)).toMatch(/<p>(<!--[^>]*-->)*7(<!--[^>]*-->)*<\/p>/);
  expect(count()).toBe(0);
});
