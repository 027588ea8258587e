import { type AcpStore, createAcpStore, type Frame } from "@acp-store/core";
import { createPlayer } from "@acp-store/devtools";
import { AcpStoreProvider } from "@acp-store/react";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import {
  AcpUiProvider,
  AgentPanel,
  ConnectionBanner,
  PlayerBar,
  SessionList,
} from "../src/index.js";
import "@acp-store/ui/style.css";
import { MARKED_TEXTS } from "./support/markedTexts.js";
import { createFullStore, IDLE_ACTIONS, IDLE_AGENT, SESSION } from "./support/session.js";
import { readTexts } from "./support/visibleTexts.js";

// The conversation renders the rows that are in view.
beforeEach(() => page.viewport(1280, 2000));

const LATIN = /[A-Za-z]/;

function renderWith(store: AcpStore, part: ReactElement): void {
  render(
    <AcpStoreProvider store={store}>
      <AcpUiProvider texts={MARKED_TEXTS}>
        <div style={{ height: "100vh" }}>{part}</div>
      </AcpUiProvider>
    </AcpStoreProvider>,
  );
}

function expectOnlyMarkedTexts(): void {
  expect(readTexts().filter((text) => LATIN.test(text) && !text.startsWith("https://"))).toEqual(
    [],
  );
}

it("takes all texts of the panel from the provider", async () => {
  const store = createFullStore();
  renderWith(store, <AgentPanel agent={IDLE_AGENT} sessionId={SESSION} cwd="/ω" />);
  await waitFor(() => expect(document.querySelector(".acp-code")).not.toBeNull());
  // These parts load on demand, in any order.
  await waitFor(() => expect(document.querySelector(".acp-queue-item")).not.toBeNull());
  await waitFor(() => expect(document.querySelector(".acp-side-panel-button")).not.toBeNull());
  expectOnlyMarkedTexts();
  for (const toggle of document.querySelectorAll<HTMLElement>("[aria-expanded=false]"))
    fireEvent.click(toggle);
  for (const summary of document.querySelectorAll("summary")) fireEvent.click(summary);
  await waitFor(() => expect(document.querySelector("details[open] pre")).not.toBeNull());
  expectOnlyMarkedTexts();
  // The side panel, and the editor of a queued prompt.
  for (const button of document.querySelectorAll<HTMLElement>(
    ".acp-side-panel-button:first-child, .acp-queue-text",
  ))
    fireEvent.click(button);
  await waitFor(() => expect(document.querySelector(".acp-side-panel .acp-diff")).not.toBeNull());
  expectOnlyMarkedTexts();
  const field = screen.getAllByRole("textbox").at(-1);
  if (field !== undefined) fireEvent.change(field, { target: { value: "/" } });
  expect(screen.getAllByRole("option").length).toBeGreaterThan(0);
  expectOnlyMarkedTexts();
});

it("takes the texts of the end of a turn from the provider", async () => {
  const store = createAcpStore({ scheduler: "sync" });
  store.openSession({ sessionId: SESSION, cwd: "/ω" });
  renderWith(store, <AgentPanel agent={IDLE_AGENT} sessionId={SESSION} cwd="/ω" />);
  expectOnlyMarkedTexts();
  for (const stopReason of ["end_turn", "cancelled", "max_tokens", "refusal"])
    act(() => {
      store.startTurn(SESSION, [{ type: "text", text: "Πάμε" }]);
      store.endTurn(SESSION, { stopReason });
    });
  await waitFor(() => expect(document.querySelectorAll(".acp-turn-end").length).toBe(2));
  expectOnlyMarkedTexts();
});

it("takes the texts of the session list from the provider", async () => {
  renderWith(createFullStore(), <SessionList actions={IDLE_ACTIONS} sessionId={SESSION} />);
  fireEvent.click(document.querySelector<HTMLElement>(".acp-session-menu") ?? document.body);
  await waitFor(() => expect(screen.getAllByRole("menuitem").length).toBeGreaterThan(5));
  expectOnlyMarkedTexts();
  fireEvent.click(screen.getAllByRole("menuitem").at(-1) ?? document.body);
  expect(screen.getByRole("alertdialog")).toBeDefined();
  expectOnlyMarkedTexts();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "ψψψ" } });
  expectOnlyMarkedTexts();
});

it("takes the texts of the connection from the provider", () => {
  const store = createFullStore();
  renderWith(store, <ConnectionBanner onReconnect={() => {}} onSignIn={() => {}} />);
  act(() => store.disconnect("Έπεσε", { retry: { attempt: 2, retryIn: 9000 } }));
  expect(screen.getByText("Έπεσε")).toBeDefined();
  expectOnlyMarkedTexts();
  act(() => store.connect({ attempt: 2 }));
  expectOnlyMarkedTexts();
  act(() => store.disconnect("Τέλος"));
  expect(screen.getByRole("button")).toBeDefined();
  expectOnlyMarkedTexts();
});

it("takes the texts of the player from the provider", () => {
  const frames: Frame[] = ["sent" as const, "recv" as const].map((dir, t) => ({ t, dir, msg: {} }));
  const player = createPlayer(frames);
  renderWith(
    createFullStore(),
    <PlayerBar player={player} frames={frames} names={["πρώτα", "μετά"]} />,
  );
  for (const position of [0, 1, 2]) {
    act(() => player.seek(position));
    expectOnlyMarkedTexts();
  }
  act(() => player.play());
  expectOnlyMarkedTexts();
  expect(player.getState().isPlaying).toBe(true);
  act(() => player.pause());
});
