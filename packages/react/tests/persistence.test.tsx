import { createAcpStore } from "@acp-store/core";
import {
  type AcpStorage,
  memoryStorage,
  type Persistence,
  persistSessions,
  StorageFullError,
} from "@acp-store/persist";
import {
  AcpPersistenceProvider,
  AcpSessionProvider,
  AcpStoreProvider,
  type SessionPersistence,
  useDraft,
  usePersistence,
} from "@acp-store/react";
import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import { Profiler, type ReactNode, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from "vitest";

/** Creates a store that is saved until the end of the test. */
function savedStore(storage: AcpStorage = memoryStorage()) {
  const store = createAcpStore({ scheduler: "sync" });
  const persistence = persistSessions(store, storage);
  onTestFinished(() => persistence.stop());
  const open = (sessionId: string) => store.openSession({ sessionId, cwd: "/w" });
  return { store, persistence, storage, open };
}

/** Returns a component that provides a persistence and session "s1", under StrictMode. */
function wrapperFor(persistence: SessionPersistence, sessionId = "s1") {
  return ({ children }: { readonly children: ReactNode }) => (
    <StrictMode>
      <AcpPersistenceProvider persistence={persistence}>
        <AcpSessionProvider sessionId={sessionId}>{children}</AcpSessionProvider>
      </AcpPersistenceProvider>
    </StrictMode>
  );
}

it("accepts the persistence of @acp-store/persist", () => {
  expectTypeOf<Persistence>().toExtend<SessionPersistence>();
});

it("throws without a provider: usePersistence", () => {
  const Used = () => <p>{usePersistence().status}</p>;
  expect(() => renderToString(<Used />)).toThrow(
    "usePersistence needs a persistence. Provide one with <AcpPersistenceProvider",
  );
});

it("keeps drafts in memory without a provider, for each store", () => {
  const stores = [createAcpStore(), createAcpStore()];
  const hooks = stores.map((store) =>
    renderHook(() => useDraft("s1"), {
      wrapper: ({ children }) => <AcpStoreProvider store={store}>{children}</AcpStoreProvider>,
    }),
  );
  act(() => hooks[0]?.result.current[1]("Unsent"));
  expect(hooks.map(({ result }) => result.current[0])).toEqual(["Unsent", ""]);
});

describe("usePersistence", () => {
  it("returns the status and the time of the last write, of all sessions and of one", async () => {
    const { persistence, open } = savedStore();
    const { result } = renderHook(() => usePersistence(), { wrapper: wrapperFor(persistence) });
    expect(result.current).toEqual({ status: "ok" });
    open("s1");
    await act(() => persistence.flush());
    const { lastSavedAt } = persistence;
    expect(lastSavedAt).toBeGreaterThan(0);
    expect(result.current).toEqual({
      status: "ok",
      lastSavedAt,
      session: { status: "ok", lastSavedAt },
    });
  });

  it("reads the session of the options, and works without one", async () => {
    const { persistence, open } = savedStore();
    open("s2");
    await persistence.flush();
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <AcpPersistenceProvider persistence={persistence}>{children}</AcpPersistenceProvider>
    );
    const without = renderHook(() => usePersistence(), { wrapper });
    expect(without.result.current).not.toHaveProperty("session");
    const other = renderHook(() => usePersistence({ sessionId: "s2" }), { wrapper });
    expect(other.result.current.session).toBe(persistence.sessionStatus("s2"));
  });

  it("renders only when the selected value changes", async () => {
    const storage = memoryStorage();
    const write = vi.spyOn(storage, "write");
    const { persistence, open } = savedStore(storage);
    let renders = 0;
    const { result } = renderHook(
      () => {
        renders += 1;
        return usePersistence((saving) => saving.status);
      },
      { wrapper: wrapperFor(persistence) },
    );
    renders = 0;
    open("s1");
    await act(() => persistence.flush());
    expect(renders).toBe(0);
    write.mockRejectedValue(new StorageFullError("session/s2"));
    open("s2");
    await act(() => persistence.flush());
    expect(result.current).toBe("full");
    expect(renders).toBeGreaterThan(0);
    write.mockRestore();
  });

  it("hydrates what a server rendered without a warning", async () => {
    const { persistence, open } = savedStore();
    const Shown = () => <p>{usePersistence(({ lastSavedAt }) => lastSavedAt ?? "never")}</p>;
    const Panel = () => (
      <AcpPersistenceProvider persistence={persistence}>
        <Shown />
      </AcpPersistenceProvider>
    );
    open("s1");
    await persistence.flush();
    const container = document.createElement("div");
    container.innerHTML = renderToString(<Panel />);
    expect(container.textContent).toBe("never");
    const root = await act(async () => hydrateRoot(container, <Panel />));
    expect(container.textContent).toBe(String(persistence.lastSavedAt));
    act(() => root.unmount());
  });
});

function Composer({ sessionId }: { readonly sessionId?: string }) {
  const [text, setText, { replaced, error, dismiss }] = useDraft(sessionId);
  return (
    <>
      <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
      <output>{replaced}</output>
      <p role="alert">{error instanceof Error ? error.message : ""}</p>
      <button onClick={dismiss}>Dismiss</button>
    </>
  );
}

const input = () => screen.getByRole<HTMLInputElement>("textbox");
const type = (value: string) => fireEvent.change(input(), { target: { value } });

describe("useDraft", () => {
  it("shows and saves what the user types, and shows it again after a reload", async () => {
    const { persistence, storage } = savedStore();
    const { unmount } = render(<Composer />, { wrapper: wrapperFor(persistence) });
    type("Fix");
    expect(input().value).toBe("Fix");
    await act(() => persistence.flush());
    unmount();
    const reloaded = savedStore(storage);
    render(<Composer />, { wrapper: wrapperFor(reloaded.persistence) });
    expect(input().value).toBe("");
    await waitFor(() => expect(input().value).toBe("Fix"));
    type("");
    await act(() => reloaded.persistence.flush());
    expect(await storage.list()).toEqual([]);
  });

  it("keeps the drafts of sessions apart", async () => {
    const { persistence } = savedStore();
    const { rerender } = render(<Composer sessionId="a" />, { wrapper: wrapperFor(persistence) });
    type("for a");
    rerender(<Composer sessionId="b" />);
    expect(input().value).toBe("");
    type("for b");
    rerender(<Composer sessionId="a" />);
    expect(input().value).toBe("for a");
    await act(() => persistence.flush());
  });

  it("shows the text immediately when it is mounted again", () => {
    const { persistence } = savedStore();
    const wrapper = wrapperFor(persistence);
    const { unmount } = render(<Composer />, { wrapper });
    type("Fix");
    unmount();
    render(<Composer />, { wrapper });
    expect(input().value).toBe("Fix");
  });

  it("keeps what the user types before the saved draft is read, and shows the saved one", async () => {
    const storage = memoryStorage();
    const before = savedStore(storage);
    before.persistence.drafts.set("s1", "saved");
    await before.persistence.stop();
    const { persistence } = savedStore(storage);
    render(<Composer />, { wrapper: wrapperFor(persistence) });
    type("typed");
    await act(() => persistence.flush());
    expect(input().value).toBe("typed");
    expect(screen.getByRole("status").textContent).toBe("saved");
    fireEvent.click(screen.getByRole("button"));
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("shows the draft that another tab saves", async () => {
    const { persistence, storage } = savedStore();
    const other = savedStore(storage);
    render(<Composer />, { wrapper: wrapperFor(persistence) });
    other.persistence.drafts.set("s1", "from the other tab");
    await other.persistence.flush();
    await waitFor(() => expect(input().value).toBe("from the other tab"));
    other.persistence.drafts.remove("s1");
    await other.persistence.flush();
    await waitFor(() => expect(input().value).toBe(""));
  });

  it("renders only the components with the same session", () => {
    const { persistence } = savedStore();
    const commits: string[] = [];
    const count = (id: string) => void commits.push(id);
    const Text = ({ sessionId }: { readonly sessionId: string }) => <i>{useDraft(sessionId)[0]}</i>;
    const Status = () => <i>{usePersistence().status}</i>;
    const panel = (
      <>
        <Composer />
        <Profiler id="same session" onRender={count}>
          <Text sessionId="s1" />
        </Profiler>
        <Profiler id="other session" onRender={count}>
          <Text sessionId="s2" />
        </Profiler>
        <Profiler id="status" onRender={count}>
          <Status />
        </Profiler>
      </>
    );
    const { container } = render(panel, { wrapper: wrapperFor(persistence) });
    commits.length = 0;
    type("Fix");
    expect(container.querySelector("i")?.textContent).toBe("Fix");
    expect(commits).toEqual(["same session"]);
  });

  it("shows the error of a draft that cannot be read", async () => {
    const storage = memoryStorage();
    const read = vi.spyOn(storage, "read").mockRejectedValue(new Error("The disk is gone."));
    const { persistence } = savedStore(storage);
    const wrapper = wrapperFor(persistence);
    const { unmount } = render(<Composer />, { wrapper });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("The disk is gone."));
    unmount();
    read.mockRestore();
    render(<Composer />, { wrapper });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(""));
  });

  it("renders an empty text on a server, and hydrates it without a warning", async () => {
    const { persistence } = savedStore();
    persistence.drafts.set("s1", "Fix");
    const wrapper = wrapperFor(persistence);
    const panel = wrapper({ children: <Composer /> });
    const container = document.createElement("div");
    document.body.append(container);
    container.innerHTML = renderToString(panel);
    expect(input().value).toBe("");
    const root = await act(async () => hydrateRoot(container, panel));
    await waitFor(() => expect(input().value).toBe("Fix"));
    act(() => root.unmount());
    container.remove();
  });
});
