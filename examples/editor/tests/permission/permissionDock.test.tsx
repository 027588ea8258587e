import { type AcpStore, createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PermissionDock } from "../../src/permission/PermissionDock.js";
import { ARMED_AFTER_MS } from "../../src/permission/useIsArmed.js";
import { PanelScopeProvider } from "../../src/shell/panelScope.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ACTIONS = {
  prompt: async () => undefined,
  cancel: async () => {},
  setMode: async () => {},
  setConfigOption: async () => {},
};

/** The requests of one session on the screen; `answers` collects what each was answered with. */
function openDock() {
  const store = createAcpStore({ scheduler: "sync" });
  const answers: string[] = [];
  const scope = {
    sessionId: "s1",
    actions: ACTIONS,
    isRecording: false,
    composer: createRef<HTMLTextAreaElement>(),
    openSide: () => {},
  };
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <PanelScopeProvider value={scope}>
          <PermissionDock />
        </PanelScopeProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  return {
    ask: (title: string, sessionId?: string) => ask(store, title, answers, sessionId),
    answers,
    store,
  };
}

function ask(store: AcpStore, title: string, answers: string[], sessionId = "s1"): void {
  const options = [{ optionId: "yes", name: `Allow ${title}`, kind: "allow_once" }];
  act(() => {
    const asked = store.requestPermission({
      sessionId,
      toolCall: { toolCallId: title, title },
      options,
    });
    void asked.then(({ outcome }) => answers.push(`${title} ${outcome.outcome}`));
  });
}

const wait = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const button = (title: string): HTMLElement =>
  screen.getByRole("button", { name: `Allow ${title}` });
const altOne = (): void => void fireEvent.keyDown(window, { code: "Digit1", altKey: true });

it("ignores a click in the first moment, and says so", async () => {
  const { ask, answers } = openDock();
  ask("one");
  await wait(ARMED_AFTER_MS - 1);
  fireEvent.click(button("one"));
  expect(screen.getByRole("status").textContent).toContain("too quick");
  await wait(1);
  expect(answers).toEqual([]);
  fireEvent.click(button("one"));
  await wait(0);
  expect(answers).toEqual(["one selected"]);
});

it("ignores the shortcut in the first moment", async () => {
  const { ask, answers } = openDock();
  ask("one");
  await wait(ARMED_AFTER_MS - 1);
  altOne();
  await wait(1);
  expect(answers).toEqual([]);
  altOne();
  await wait(0);
  expect(answers).toEqual(["one selected"]);
});

it("waits again when the next request takes the place of an answered one", async () => {
  const { ask, answers } = openDock();
  ask("one");
  ask("two");
  await wait(ARMED_AFTER_MS);
  altOne();
  await wait(0);
  altOne();
  fireEvent.click(button("two"));
  await wait(ARMED_AFTER_MS - 1);
  expect(answers).toEqual(["one selected"]);
  await wait(1);
  fireEvent.click(button("two"));
  await wait(0);
  expect(answers).toEqual(["one selected", "two selected"]);
});

it("waits again when a new request moves the others", async () => {
  const { ask, answers } = openDock();
  ask("one");
  await wait(ARMED_AFTER_MS);
  ask("two");
  fireEvent.click(button("one"));
  await wait(0);
  expect(answers).toEqual([]);
});

it("keeps the focus on an answer that cannot be given yet", () => {
  const { ask } = openDock();
  ask("one");
  const option = button("one");
  option.focus();
  expect(option.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(option);
});

it("shows what a subagent asks for, and not what another session does", () => {
  const { ask, store } = openDock();
  act(() => {
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "subagent_update", sessionId: "child", title: "Part" },
    });
  });
  ask("mine", "child");
  ask("foreign", "s2");
  expect(screen.getAllByRole("button").map((item) => item.firstChild?.textContent)).toEqual([
    "Allow mine",
  ]);
});
