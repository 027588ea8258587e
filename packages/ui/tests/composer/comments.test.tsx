import type { AcpStore } from "@acp-store/core";
import { getDraftSource, getMemoryDrafts } from "@acp-store/core/reads";
import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { formatComments } from "../../src/comments/lineComment.js";
import { renderSessions } from "./renderSessions.js";

const COMMENT = { path: "/p/a.ts", lines: { first: 1, last: 1 }, code: "a", text: "Why?" };
const field = (): HTMLElement => screen.getByRole("textbox", { name: "Message" });
const pressEnter = async (): Promise<void> => {
  await act(async () => void fireEvent.keyDown(field(), { key: "Enter" }));
};
const findCount = (name: RegExp): Promise<HTMLElement> => screen.findByRole("button", { name });

/** Saves a comment in the draft of a session, as the lines of a diff do. */
function addComment(store: AcpStore, sessionId: string, id = "1"): void {
  const draft = getDraftSource(getMemoryDrafts(store), `${sessionId}#comments`);
  act(() => draft.setText(formatComments([{ ...COMMENT, id }])));
}

describe("the composer of a session with comments", () => {
  it("keeps the comments when the prompt is refused, and removes them when it is accepted", async () => {
    let isRefused = true;
    const { store } = renderSessions(1, undefined, {
      async prompt() {
        if (isRefused) throw new Error("The disk is full.");
      },
    });
    addComment(store, "s1");
    await findCount(/^1 comment/);
    await pressEnter();
    expect(screen.getByRole("alert").textContent).toContain("The disk is full.");
    await findCount(/^1 comment/);
    isRefused = false;
    await pressEnter();
    expect(screen.queryByRole("button", { name: /^1 comment/ })).toBeNull();
  });

  it("keeps the comments of another session that is shown when the prompt is accepted", async () => {
    let accept = (): void => {};
    const accepted = new Promise<void>((resolve) => (accept = resolve));
    const { store, show } = renderSessions(1, undefined, { prompt: () => accepted });
    addComment(store, "s1");
    addComment(store, "s2");
    await findCount(/^1 comment/);
    await pressEnter();
    show("s2");
    await act(async () => accept());
    await findCount(/^1 comment/);
    show("s1");
    expect(screen.queryByRole("button", { name: /^1 comment/ })).toBeNull();
  });

  it("sends the comments as text blocks after the text of the prompt", async () => {
    const { store, sent } = renderSessions();
    addComment(store, "s1");
    await findCount(/^1 comment/);
    fireEvent.change(field(), { target: { value: "Please fix" } });
    await pressEnter();
    expect(sent).toEqual([
      [
        { type: "text", text: "Please fix" },
        { type: "text", text: expect.stringMatching(/a\.ts, line 1:\n```ts\na\n```\nWhy\?$/) },
      ],
    ]);
  });
});
