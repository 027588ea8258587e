import { createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import {
  AcpSessionProvider,
  AcpStoreProvider,
  type SessionPersistence,
  useDraft,
  usePersistence,
} from "@acp-store/solid";
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { Show } from "solid-js";
import { describe, expect, it } from "vitest";
import { renderInside } from "./support.jsx";

function Composer() {
  const { text, setText } = useDraft();
  return <textarea value={text()} onInput={(event) => setText(event.currentTarget.value)} />;
}

function Preview() {
  const { text, replaced, dismiss, error } = useDraft();
  return (
    <>
      <p>{text()}</p>
      <Show when={replaced()}>
        {(older) => <button onClick={dismiss}>Dismiss {older()}</button>}
      </Show>
      <em>{String(error())}</em>
    </>
  );
}

const Both = () => (
  <>
    <Composer />
    <Preview />
  </>
);

describe("useDraft", () => {
  it("shows the draft to all components of a session, and saves it", async () => {
    const store = createAcpStore();
    const storage = memoryStorage();
    const persistence = persistSessions(store, storage);
    const { unmount } = renderInside(store, Both, persistence);
    fireEvent.input(screen.getByRole("textbox"), { target: { value: "Fix the typo" } });
    await screen.findByText("Fix the typo", { selector: "p" });
    await persistence.flush();
    unmount();
    await persistence.stop();
    const again = persistSessions(createAcpStore(), storage);
    expect(await again.drafts.get("s1")).toBe("Fix the typo");
    await again.stop();
  });

  it("keeps the draft in memory without a persistence", async () => {
    const store = createAcpStore();
    const App = () => (
      <AcpStoreProvider store={store}>
        <AcpSessionProvider sessionId="s1">
          <Both />
        </AcpSessionProvider>
      </AcpStoreProvider>
    );
    const { unmount } = render(App);
    fireEvent.input(screen.getByRole("textbox"), { target: { value: "Unsent" } });
    unmount();
    render(App);
    expect(await screen.findByText("Unsent", { selector: "p" })).toBeDefined();
  });

  it("shows a replaced text until it is dismissed, and the error of reading", async () => {
    const store = createAcpStore();
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
    const persistence = { ...persistSessions(store, memoryStorage()), drafts };
    const { unmount } = renderInside(store, Both, persistence);
    await screen.findByText("Error: Unreadable");
    for (const listener of listeners)
      listener({ sessionId: "s1", text: "Newer", replaced: "Older" });
    fireEvent.click(await screen.findByRole("button", { name: "Dismiss Older" }));
    expect(screen.queryByRole("button")).toBeNull();
    unmount();
    expect(listeners.size).toBe(0);
  });
});

describe("usePersistence", () => {
  it("follows the state of saving", async () => {
    const store = createAcpStore();
    const persistence = persistSessions(store, memoryStorage());
    function Saving() {
      const saving = usePersistence();
      return (
        <p>
          {saving().status} {saving().session?.status ?? "unsaved"}
        </p>
      );
    }
    renderInside(store, () => <Saving />, persistence);
    await screen.findByText("ok unsaved");
    store.openSession({ sessionId: "s1" });
    store.putApplicationRow("s1", { data: "Note" });
    await persistence.flush();
    expect(await screen.findByText("ok ok")).toBeDefined();
    await persistence.stop();
  });
});
