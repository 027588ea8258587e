import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { CopyButton } from "../../src/index.js";

it("says that it failed on a page without a clipboard", async () => {
  // jsdom has none, like a page without HTTPS.
  expect(navigator.clipboard).toBeUndefined();
  render(<CopyButton text="npm install" label="Copy the command" />);
  fireEvent.click(screen.getByRole("button", { name: "Copy the command" }));
  expect(await screen.findByText("Could not copy")).toBeDefined();
});
