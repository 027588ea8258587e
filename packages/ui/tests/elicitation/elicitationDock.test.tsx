import { createAcpStore, type ElicitationOptions } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { AcpUiProvider } from "../../src/context/AcpUiProvider.js";
import { ElicitationDock } from "../../src/elicitation/ElicitationDock.js";
import { LazyElicitationPrompt } from "../../src/elicitation/lazyElicitationPrompt.js";

const FORM = {
  mode: "form",
  message: "Which release?",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name" },
      beta: { type: "boolean", title: "Beta" },
    },
  },
};
const PAGE = {
  mode: "url",
  message: "Open the sign-in page?",
  elicitationId: "e",
  url: "https://example.com/sign-in",
};

/** Renders the dock of a session in which the agent asks for input. */
async function renderDock(
  request: object,
  isRecording: boolean,
  options?: ElicitationOptions,
): Promise<void> {
  const store = createAcpStore({ scheduler: "sync" });
  void store.requestElicitation({ sessionId: "s1", ...request }, options);
  await act(() => LazyElicitationPrompt.preload());
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <AcpUiProvider isRecording={isRecording}>
          <ElicitationDock />
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
}

const getName = (): HTMLInputElement => screen.getByRole("textbox", { name: /Name/ });

it("lets the user fill in a form before its buttons accept a click", async () => {
  await renderDock(FORM, false);
  expect(getName().matches(":disabled")).toBe(false);
  expect(screen.getByRole("button", { name: "Send answers" }).matches(":disabled")).toBe(true);
  expect(screen.queryByText("Answered by the recording")).toBeNull();
});

it("disables all fields and buttons of a form in a recording", async () => {
  await renderDock(FORM, true);
  expect(getName().matches(":disabled")).toBe(true);
  expect(screen.getByRole("switch", { name: "Beta" }).matches(":disabled")).toBe(true);
  for (const button of screen.getAllByRole("button"))
    expect(button.matches(":disabled")).toBe(true);
  screen.getByText("Answered by the recording");
});

it("links to the requested page", async () => {
  await renderDock(PAGE, false);
  expect(screen.getByRole("link").getAttribute("href")).toBe(PAGE.url);
});

it("shows the address of the requested page without a link in a recording", async () => {
  await renderDock(PAGE, true);
  screen.getByText(PAGE.url);
  expect(screen.queryByRole("link")).toBeNull();
});

it("labels the buttons of a question of the client, which needs no button that cancels", async () => {
  const buttons = { accept: "Send anyway", decline: "Do not send" };
  await renderDock({ ...FORM, requestedSchema: { type: "object" } }, false, { buttons });
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Send anyway",
    "Do not send",
  ]);
});
