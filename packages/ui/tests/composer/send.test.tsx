import { getMemoryDrafts } from "@acp-store/core/reads";
import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderSessions } from "./renderSessions.js";

const field = (): HTMLTextAreaElement => screen.getByRole("textbox", { name: "Message" });
const write = (value: string): void => void fireEvent.change(field(), { target: { value } });

/** A request whose outcome the test decides. */
function createRequest() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const outcome = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return {
    send: () => outcome,
    accept: () => act(async () => resolve()),
    refuse: (reason: string) => act(async () => reject(new Error(reason))),
  };
}

describe("while a prompt is being sent, the composer of another session", () => {
  async function sendAndShowOther() {
    const request = createRequest();
    const sessions = renderSessions(1, undefined, { prompt: request.send });
    write("Hello");
    await act(async () => void fireEvent.keyDown(field(), { key: "Enter" }));
    expect(field().readOnly).toBe(true);
    sessions.show("s2");
    return { ...sessions, ...request };
  }

  it("can be edited", async () => {
    await sendAndShowOther();
    expect(field().readOnly).toBe(false);
    expect(field().value).toBe("");
  });

  it("keeps its draft when the prompt is accepted", async () => {
    const { accept, show } = await sendAndShowOther();
    write("Not sent yet");
    await accept();
    expect(field().value).toBe("Not sent yet");
    show("s1");
    expect(field().value).toBe("");
    expect(field().readOnly).toBe(false);
  });

  it("does not show why the prompt was refused", async () => {
    const { refuse, show } = await sendAndShowOther();
    await refuse("The disk is full.");
    expect(screen.queryByRole("alert")).toBeNull();
    show("s1");
    expect(screen.getByRole("alert").textContent).toContain("The disk is full.");
    expect(field().value).toBe("Hello");
  });
});

it("keeps the draft that another window has written while a prompt was being sent", async () => {
  const request = createRequest();
  const { store } = renderSessions(1, undefined, { prompt: request.send });
  write("Hello");
  await act(async () => void fireEvent.keyDown(field(), { key: "Enter" }));
  // Windows share their drafts through the persistence.
  act(() => getMemoryDrafts(store).set("s1", "Half a thought"));
  await request.accept();
  expect(field().value).toBe("Half a thought");
});

it("shows why a queued prompt was not sent only in its session", async () => {
  const { send, refuse } = createRequest();
  const { store, show } = renderSessions(1, undefined, { sendNow: send });
  for (const sessionId of ["s1", "s2"])
    act(() => void store.queuePrompt(sessionId, [{ type: "text", text: "Later" }]));
  const sendNow = await screen.findByRole("button", { name: /^Send now/ });
  await act(async () => void fireEvent.click(sendNow));
  show("s2");
  await refuse("The agent is gone.");
  expect(screen.queryByRole("alert")).toBeNull();
  show("s1");
  expect(screen.getByRole("alert").textContent).toContain("The agent is gone.");
});
