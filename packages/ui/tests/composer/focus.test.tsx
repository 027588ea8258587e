import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderSessions } from "./renderSessions.js";

const field = (): HTMLTextAreaElement => screen.getByRole("textbox", { name: "Message" });

it("focuses the text field when the agent is connected", () => {
  const { setConnected } = renderSessions();
  setConnected(false);
  screen.getByRole("button", { name: "New session" }).focus();
  setConnected(true);
  expect(document.activeElement).toBe(field());
});

it("leaves the focus in another field when the agent is connected", () => {
  const { setConnected } = renderSessions();
  setConnected(false);
  const search = screen.getByRole("textbox", { name: "Search" });
  search.focus();
  setConnected(true);
  expect(document.activeElement).toBe(search);
});
