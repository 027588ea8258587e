import { type AcpStore, createAcpStore, selectPendingPermissions } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PermissionDock } from "../../src/permission/PermissionDock.js";
import { ARMED_AFTER_MS } from "../../src/permission/useIsArmed.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Renders the dock of one session. `answers` collects the outcome of each request. */
function renderDock(protocolVersion: 1 | 2 = 1) {
  const store = createAcpStore({ scheduler: "sync", protocolVersion });
  const answers: string[] = [];
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <PermissionDock />
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  return {
    requestPermission: (title: string, sessionId?: string) =>
      requestPermission(store, title, answers, sessionId),
    answers,
    store,
  };
}

function requestPermission(
  store: AcpStore,
  title: string,
  answers: string[],
  sessionId = "s1",
  options = [{ optionId: "yes", name: `Allow ${title}`, kind: "allow_once" }],
): void {
  act(() => {
    const asked = store.requestPermission({
      sessionId,
      toolCall: { toolCallId: title, title },
      title,
      options,
    });
    void asked.then(({ outcome }) => answers.push(`${title} ${outcome.outcome}`));
  });
}

const wait = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const allowButton = (title: string): HTMLElement =>
  screen.getByRole("button", { name: `Allow ${title}` });
function answerElsewhere(store: AcpStore, title: string): void {
  const asked = selectPendingPermissions(store.getState()).find(
    ({ toolCallId }) => toolCallId === title,
  );
  act(() => store.respondToPermission(asked?.permissionId ?? "", "yes"));
}
const pressAlt1 = (): void => void fireEvent.keyDown(window, { code: "Digit1", altKey: true });

it("ignores a click right after the request appears and explains why", async () => {
  const { requestPermission, answers } = renderDock();
  requestPermission("one");
  await wait(ARMED_AFTER_MS - 1);
  fireEvent.click(allowButton("one"));
  expect(screen.getByRole("status").textContent).toContain("too soon");
  await wait(1);
  expect(answers).toEqual([]);
  fireEvent.click(allowButton("one"));
  await wait(0);
  expect(answers).toEqual(["one selected"]);
});

it("ignores the shortcut right after the request appears", async () => {
  const { requestPermission, answers } = renderDock();
  requestPermission("one");
  await wait(ARMED_AFTER_MS - 1);
  pressAlt1();
  await wait(1);
  expect(answers).toEqual([]);
  pressAlt1();
  await wait(0);
  expect(answers).toEqual(["one selected"]);
});

it("restarts the delay when a request moves up after an answer", async () => {
  const { requestPermission, answers } = renderDock();
  requestPermission("one");
  requestPermission("two");
  await wait(ARMED_AFTER_MS);
  pressAlt1();
  await wait(0);
  pressAlt1();
  fireEvent.click(allowButton("two"));
  await wait(ARMED_AFTER_MS - 1);
  expect(answers).toEqual(["one selected"]);
  await wait(1);
  fireEvent.click(allowButton("two"));
  await wait(0);
  expect(answers).toEqual(["one selected", "two selected"]);
});

it("restarts the delay when a new request moves the others", async () => {
  const { requestPermission, answers } = renderDock();
  requestPermission("one");
  await wait(ARMED_AFTER_MS);
  requestPermission("two");
  fireEvent.click(allowButton("one"));
  await wait(0);
  expect(answers).toEqual([]);
});

it("keeps the focus on a button that does not accept an answer yet", () => {
  const { requestPermission } = renderDock();
  requestPermission("one");
  const option = allowButton("one");
  option.focus();
  expect(option.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(option);
});

it("focuses the next request when another window answers the one with the focus", () => {
  const { requestPermission, store } = renderDock();
  requestPermission("one");
  requestPermission("two");
  allowButton("one").focus();
  answerElsewhere(store, "one");
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "two" }));
});

it("leaves the focus alone when a request without it disappears", () => {
  const { requestPermission, store } = renderDock();
  requestPermission("one");
  requestPermission("two");
  allowButton("two").focus();
  answerElsewhere(store, "one");
  expect(document.activeElement).toBe(allowButton("two"));
  allowButton("two").blur();
  requestPermission("three");
  expect(document.activeElement).toBe(document.body);
});

it("shows requests of a subagent but not of another session", () => {
  const { requestPermission, store } = renderDock();
  act(() => {
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "subagent_update", sessionId: "child", title: "Part" },
    });
  });
  requestPermission("mine", "child");
  requestPermission("foreign", "s2");
  expect(screen.getAllByRole("button").map((item) => item.firstChild?.textContent)).toEqual([
    "Allow mine",
  ]);
});

it.each([1, 2] as const)(
  "explains that version %i options with the same id cannot be chosen, and accepts the others",
  async (version) => {
    const { store, answers } = renderDock(version);
    const hostile = [
      { optionId: "no", name: "Reject", kind: "reject_once" },
      { optionId: "no", name: "Allow always", kind: "allow_always" },
      { optionId: "yes", name: "Allow", kind: "allow_once" },
    ];
    requestPermission(store, "one", answers, "s1", hostile);
    await wait(ARMED_AFTER_MS);
    const explanation = screen.getByText(/gave several options the same id/);
    expect(screen.getByRole("group").getAttribute("aria-describedby")).toBe(explanation.id);
    for (const name of [/^Reject/, /^Allow always/])
      expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
    pressAlt1();
    await wait(0);
    expect(answers).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: /^Allow(?! always)/ }));
    await wait(0);
    expect(answers).toEqual(["one selected"]);
  },
);

it("lets the user cancel a request whose options all have the same id", async () => {
  const { store, answers } = renderDock();
  const same = [
    { optionId: "a", name: "Reject", kind: "reject_once" },
    { optionId: "a", name: "Allow always", kind: "allow_always" },
  ];
  requestPermission(store, "one", answers, "s1", same);
  await wait(ARMED_AFTER_MS);
  act(() => store.cancelTurn("s1"));
  await wait(0);
  expect(answers).toEqual(["one cancelled"]);
  expect(screen.queryByRole("group")).toBeNull();
});
