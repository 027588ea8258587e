import { screen } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { renderSessions } from "./renderSessions.js";

const field = (): HTMLTextAreaElement => screen.getByRole("textbox", { name: "Message" });

it("focuses the text field when the agent is connected", () => {
  const { setConnected } = renderSessions();
  setConnected(false);
  field().blur();
  setConnected(true);
  expect(document.activeElement).toBe(field());
});

it("takes the focus from the button that has shown the session", () => {
  const opener = document.body.appendChild(document.createElement("button"));
  onTestFinished(() => opener.remove());
  opener.focus();
  renderSessions();
  expect(document.activeElement).toBe(field());
});

it("leaves the focus at a button to which the user has moved since", () => {
  const { setConnected } = renderSessions();
  setConnected(false);
  const newSession = screen.getByRole("button", { name: "New session" });
  newSession.focus();
  setConnected(true);
  expect(document.activeElement).toBe(newSession);
});

it("leaves the focus in another field when the agent is connected", () => {
  const { setConnected } = renderSessions();
  setConnected(false);
  const search = screen.getByRole("textbox", { name: "Search" });
  search.focus();
  setConnected(true);
  expect(document.activeElement).toBe(search);
});
