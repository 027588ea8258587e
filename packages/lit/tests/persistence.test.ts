import { createAcpStore } from "@acp-store/core";
import {
  DraftController,
  provideAcpSession,
  provideAcpStore,
  SavingController,
} from "@acp-store/lit";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import { fireEvent, screen } from "@testing-library/dom";
import { html, LitElement } from "lit";
import { live } from "lit/directives/live.js";
import { describe, expect, it } from "vitest";
import { define, provideAll } from "./support.js";

class LightElement extends LitElement {
  protected override createRenderRoot() {
    return this;
  }
}

const Composer = define(
  class extends LightElement {
    readonly #draft = new DraftController(this);
    readonly #onInput = (event: InputEvent & { readonly target: HTMLTextAreaElement }) =>
      (this.#draft.text = event.target.value);
    protected override render() {
      return html`<textarea .value=${live(this.#draft.text)} @input=${this.#onInput}></textarea>`;
    }
  },
);

const Preview = define(
  class extends LightElement {
    readonly draft = new DraftController(this);
    protected override render() {
      const { text, replaced, error } = this.draft;
      return html`<p>${text} ${replaced} ${error}</p>`;
    }
  },
);

describe("DraftController", () => {
  it("shows the draft to all elements of a session, and saves it", async () => {
    const storage = memoryStorage();
    const persistence = persistSessions(createAcpStore(), storage);
    const provider = provideAll(createAcpStore(), persistence);
    provider.append(new Composer(), new Preview());
    fireEvent.input(await screen.findByRole("textbox"), { target: { value: "Fix the typo" } });
    await screen.findByText("Fix the typo");
    await persistence.flush();
    provider.remove();
    await persistence.stop();
    const again = persistSessions(createAcpStore(), storage);
    expect(await again.drafts.get("s1")).toBe("Fix the typo");
    await again.stop();
  });

  it("keeps the draft in memory without a persistence", async () => {
    const provider = document.createElement("div");
    document.body.append(provider);
    provideAcpStore(provider, createAcpStore());
    provideAcpSession(provider, "s1");
    provider.append(new Composer());
    fireEvent.input(await screen.findByRole("textbox"), { target: { value: "Unsent" } });
    provider.replaceChildren(new Preview());
    expect(await screen.findByText("Unsent")).toBeDefined();
  });

  it("shows a saved draft and one that it replaced, until that is dismissed", async () => {
    const storage = memoryStorage();
    const other = persistSessions(createAcpStore(), storage);
    const writtenAt = Date.now();
    other.drafts.set("s1", "Saved elsewhere");
    await other.flush();
    // The newer draft wins, to the millisecond.
    await expect.poll(Date.now, { interval: 1 }).toBeGreaterThan(writtenAt);
    const persistence = persistSessions(createAcpStore(), storage);
    const preview = new Preview();
    provideAll(createAcpStore(), persistence).append(preview);
    preview.draft.text = "Mine";
    expect(await screen.findByText("Mine Saved elsewhere")).toBeDefined();
    preview.draft.dismiss();
    expect(await screen.findByText("Mine")).toBeDefined();
    await other.stop();
    await persistence.stop();
  });
});

describe("SavingController", () => {
  it("follows the state of saving", async () => {
    const store = createAcpStore();
    const persistence = persistSessions(store, memoryStorage());
    const Saving = define(
      class extends LightElement {
        readonly #saving = new SavingController(this);
        protected override render() {
          const { status, session } = this.#saving.value;
          return html`<p>${status} ${session?.status ?? "unsaved"}</p>`;
        }
      },
    );
    provideAll(store, persistence).append(new Saving());
    await screen.findByText("ok unsaved");
    store.openSession({ sessionId: "s1" });
    store.putApplicationRow("s1", { data: "Note" });
    await persistence.flush();
    expect(await screen.findByText("ok ok")).toBeDefined();
    await persistence.stop();
  });
});
