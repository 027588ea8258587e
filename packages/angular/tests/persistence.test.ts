import "@angular/compiler";
import {
  injectDraft,
  injectPersistence,
  provideAcpSession,
  provideAcpStore,
} from "@acp-store/angular";
import { createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import { Component } from "@angular/core";
import { TestBed } from "@angular/core/testing";
import { FormsModule } from "@angular/forms";
import { fireEvent, screen } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { provideAll } from "./providers.js";
import { create, render } from "./support.js";

const Composer = Component({
  selector: "draft-composer",
  imports: [FormsModule],
  template: "<textarea [(ngModel)]='draft.text'></textarea>",
})(
  class {
    readonly draft = injectDraft();
  },
);

const Preview = Component({
  selector: "draft-preview",
  template: "<p>{{ draft.text() }} {{ draft.replaced() }} {{ draft.error() }}</p>",
})(
  class {
    readonly draft = injectDraft();
  },
);

describe("injectDraft", () => {
  it("shows the draft to all components of a session, and saves it", async () => {
    const storage = memoryStorage();
    const persistence = persistSessions(createAcpStore(), storage);
    const Both = Component({
      selector: "draft-both",
      imports: [Composer, Preview],
      template: "<draft-composer /><draft-preview />",
    })(class {});
    const fixture = await render(Both, provideAll(createAcpStore(), persistence));
    fireEvent.input(screen.getByRole("textbox"), { target: { value: "Fix the typo" } });
    await screen.findByText("Fix the typo");
    await persistence.flush();
    fixture.destroy();
    await persistence.stop();
    const again = persistSessions(createAcpStore(), storage);
    expect(await again.drafts.get("s1")).toBe("Fix the typo");
    await again.stop();
  });

  it("keeps the draft in memory without a persistence", async () => {
    const providers = [provideAcpStore(createAcpStore()), provideAcpSession("s1")];
    const { draft } = create(Preview, providers).componentInstance;
    draft.text.set("Unsent");
    await screen.findByText("Unsent");
    const again = TestBed.createComponent(Preview);
    again.detectChanges();
    expect(again.componentInstance.draft.text()).toBe("Unsent");
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
    const { draft } = create(Preview, provideAll(createAcpStore(), persistence)).componentInstance;
    draft.text.set("Mine");
    expect(await screen.findByText("Mine Saved elsewhere")).toBeDefined();
    draft.dismiss();
    expect(await screen.findByText("Mine")).toBeDefined();
    draft.text.update((text) => `${text} again`);
    expect(await screen.findByText("Mine again")).toBeDefined();
    await other.stop();
    await persistence.stop();
  });
});

describe("injectPersistence", () => {
  it("follows the state of saving", async () => {
    const store = createAcpStore();
    const persistence = persistSessions(store, memoryStorage());
    const Saving = Component({
      selector: "saving-status",
      template: "<p>{{ saving().status }} {{ saving().session?.status ?? 'unsaved' }}</p>",
    })(
      class {
        readonly saving = injectPersistence();
      },
    );
    await render(Saving, provideAll(store, persistence));
    await screen.findByText("ok unsaved");
    store.openSession({ sessionId: "s1" });
    store.putApplicationRow("s1", { data: "Note" });
    await persistence.flush();
    expect(await screen.findByText("ok ok")).toBeDefined();
    await persistence.stop();
  });
});
