import { createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import type { SessionPersistence } from "@acp-store/svelte";
import { fireEvent, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, it } from "vitest";
import DraftPreview from "./components/DraftPreview.svelte";
import SavingStatus from "./components/SavingStatus.svelte";
import { renderInside } from "./support.svelte.js";

describe("useDraft", () => {
  it("shows the draft to all components of a session, and saves it", async () => {
    const view = createAcpStore();
    const storage = memoryStorage();
    const persistence = persistSessions(view, storage);
    const { container, unmount } = renderInside(DraftPreview, {}, { view, persistence });
    const [textarea, input] = [...container.querySelectorAll("textarea, input")];
    if (textarea === undefined || input === undefined) throw new Error("No fields were rendered.");
    await fireEvent.input(textarea, { target: { value: "Fix the typo" } });
    await screen.findByText("Fix the typo");
    expect(input).toHaveProperty("value", "Fix the typo");
    await fireEvent.input(input, { target: { value: "Fix the typos" } });
    await screen.findByText("Fix the typos");
    expect(textarea).toHaveProperty("value", "Fix the typos");
    await persistence.flush();
    unmount();
    await persistence.stop();
    const again = persistSessions(createAcpStore(), storage);
    expect(await again.drafts.get("s1")).toBe("Fix the typos");
    await again.stop();
  });

  it("keeps the draft in memory without a persistence", async () => {
    const provided = { view: createAcpStore(), persistence: undefined };
    const { container, unmount } = renderInside(DraftPreview, {}, provided);
    const textarea = container.querySelector("textarea");
    if (textarea === null) throw new Error("No field was rendered.");
    await fireEvent.input(textarea, { target: { value: "Unsent" } });
    unmount();
    renderInside(DraftPreview, {}, provided);
    expect(await screen.findByText("Unsent")).toBeDefined();
  });

  it("shows a replaced text until it is dismissed, and the error of reading", async () => {
    const view = createAcpStore();
    const { status, lastSavedAt, sessionStatus, onStatus } = persistSessions(view, memoryStorage());
    type Drafts = SessionPersistence["drafts"];
    const listeners = new Set<Parameters<Drafts["onChange"]>[0]>();
    const drafts: Drafts = {
      get: () => Promise.reject(new Error("Unreadable")),
      set: () => {},
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const persistence = { status, lastSavedAt, sessionStatus, onStatus, drafts };
    const { unmount } = renderInside(DraftPreview, {}, { view, persistence });
    await screen.findByText("Error: Unreadable");
    for (const listener of listeners)
      listener({ sessionId: "s1", text: "Newer", replaced: "Older" });
    await fireEvent.click(await screen.findByRole("button", { name: "Dismiss Older" }));
    expect(screen.queryByRole("button")).toBeNull();
    unmount();
    await tick();
    expect(listeners.size).toBe(0);
  });
});

describe("usePersistence", () => {
  it("follows the state of saving", async () => {
    const store = createAcpStore();
    const persistence = persistSessions(store, memoryStorage());
    renderInside(SavingStatus, {}, { view: store, persistence });
    await screen.findByText("ok unsaved");
    store.openSession({ sessionId: "s1" });
    store.putApplicationRow("s1", { data: "Note" });
    await persistence.flush();
    expect(await screen.findByText("ok ok")).toBeDefined();
    await persistence.stop();
  });
});
