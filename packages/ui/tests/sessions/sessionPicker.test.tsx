import { type AcpStore, createAcpStore } from "@acp-store/core";
import { AcpStoreProvider } from "@acp-store/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SessionPicker } from "../../src/sessions/SessionPicker.js";

function addPrompt(store: AcpStore, sessionId: string, text: string): void {
  act(() => {
    store.ingest({
      sessionId,
      update: { sessionUpdate: "user_message_chunk", content: { type: "text", text } },
    });
  });
}

function renderPicker(): { readonly store: AcpStore; readonly chosen: string[] } {
  const store = createAcpStore({ scheduler: "sync" });
  const chosen: string[] = [];
  render(
    <AcpStoreProvider store={store}>
      <SessionPicker sessionId="s1" onChoose={(sessionId) => chosen.push(sessionId)} />
    </AcpStoreProvider>,
  );
  return { store, chosen };
}

it("renders nothing for a single session", () => {
  const { store } = renderPicker();
  addPrompt(store, "s1", "Fix the typo");
  expect(screen.queryByRole("combobox")).toBeNull();
});

it("lists the sessions by their titles, and reports the chosen one", () => {
  const { store, chosen } = renderPicker();
  addPrompt(store, "s1", "Fix the typo");
  addPrompt(store, "s2", "Run the tests");
  const picker = screen.getByRole("combobox", { name: "Session" });
  expect([...picker.children].map(({ textContent }) => textContent)).toEqual([
    "1. Fix the typo",
    "2. Run the tests",
  ]);
  fireEvent.change(picker, { target: { value: "s2" } });
  expect(chosen).toEqual(["s2"]);
});

it("leaves out the sessions of subagents", () => {
  const { store } = renderPicker();
  addPrompt(store, "s1", "Fix the typo");
  act(() => {
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "subagent_update", sessionId: "child", title: "Part" },
    });
  });
  addPrompt(store, "child", "Search the sources");
  expect(screen.queryByRole("combobox")).toBeNull();
});
