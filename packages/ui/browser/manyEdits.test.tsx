import { act } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { SESSION } from "./support/session.js";
import { type ShownSession, showSession } from "./support/showSession.js";
import { edit, run } from "./support/toolCalls.js";

const MAX_ELEMENTS = 5000;

/** Plays turns of edits, each with a message at its end, and waits until they are shown. */
async function playTurns(
  { store, update, say }: ShownSession,
  { turns, edits, lines }: { turns: number; edits: number; lines: number },
): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    store.startTurn(SESSION, [{ type: "text", text: `Prompt ${turn}` }]);
    for (let call = 0; call < edits; call++) update(edit(`file-${turn}-${call}`, { lines }));
    const content = { type: "text", text: `Turn ${turn} is done.` };
    update({ sessionUpdate: "agent_message_chunk", messageId: `turn-${turn}`, content });
    store.endTurn(SESSION, { stopReason: "end_turn" });
  }
  await say("All turns are done.");
}

describe("a conversation of 200 edits", () => {
  it.each([
    ["20 turns of 10 edits", { turns: 20, edits: 10, lines: 20 }],
    ["50 turns of 4 edits", { turns: 50, edits: 4, lines: 20 }],
  ])("has at most 5,000 elements after %s, even while it is scrolled", async (_, workload) => {
    const session = await showSession();
    await playTurns(session, workload);
    await expect.poll(() => document.querySelector(".acp-diff-count")).not.toBeNull();
    expect(session.countElements()).toBeLessThan(MAX_ELEMENTS);
    const scroller = session.findScroller();
    for (let position = scroller.scrollHeight; position > 0; position -= 4000) {
      scroller.scrollTop = position;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      expect(session.countElements()).toBeLessThan(MAX_ELEMENTS);
    }
    await expect.element(page.getByText("Prompt 0", { exact: true })).toBeVisible();
  });

  it("lists 50 of the changed files, and more on request", async () => {
    const session = await showSession();
    await playTurns(session, { turns: 12, edits: 10, lines: 20 });
    await page.getByRole("button", { name: /^120 files changed/ }).click();
    const side = page.getByRole("complementary", { name: "Changed files" });
    const files = side.getByRole("listitem");
    await expect.poll(() => files.elements().length).toBe(50);
    await side.getByRole("button", { name: "Show more (70 files)" }).click();
    expect(files.elements().length).toBe(100);
    const more = side.getByRole("button", { name: "Show more (20 files)" });
    (more.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => files.elements().length).toBe(120);
    expect(session.countElements()).toBeLessThan(MAX_ELEMENTS);
  });

  it("remembers what the user opened when it is scrolled out of view and back", async () => {
    const session = await showSession();
    await playTurns(session, { turns: 20, edits: 4, lines: 30 });
    const scroller = session.findScroller();
    const more = page.getByRole("button", { name: /^Show 18 more lines, .*file-19-3/ });
    await more.click();
    const fewer = page.getByRole("button", { name: /^Show fewer lines, .*file-19-3/ });
    await expect.element(fewer).toBeInTheDocument();
    // The row with the focus stays rendered.
    (document.activeElement as HTMLElement).blur();
    scroller.scrollTop = 0;
    await expect.element(fewer).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Jump to latest" }).click();
    await expect.element(fewer).toBeInTheDocument();
  });
});

const cards = (): string[] =>
  [...document.querySelectorAll(".acp-call")].map((card) => card.getAttribute("aria-label") ?? "");

describe("a group of tool calls", () => {
  it("shows up to five calls one by one", async () => {
    const { update, say } = await showSession();
    for (let call = 0; call < 5; call++) update(edit(`file-${call}`, { lines: 3 }));
    await say("Done.");
    expect(cards()).toHaveLength(5);
    expect(document.querySelector(".acp-calls-summary")).toBeNull();
  });

  it("is summarized when it is larger, and shows its calls on request with the keyboard", async () => {
    const { update, say } = await showSession();
    for (let call = 0; call < 10; call++) update(edit(`file-${call}`, { lines: 21 }));
    update(edit("file-0-again", { lines: 1, file: "file-0" }));
    update(run("build", { output: "built" }));
    await say("Done.");
    const name = "10 files edited, 1 command 211 added, 0 removed Done";
    const summary = page.getByRole("button", { name });
    await expect.element(summary).toHaveAttribute("aria-expanded", "false");
    expect(cards()).toEqual([]);
    (summary.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(summary).toHaveAttribute("aria-expanded", "true");
    expect(cards()).toHaveLength(12);
    // The calls are a list. Each one opens separately.
    expect(document.querySelectorAll(".acp-diff, .acp-output")).toHaveLength(0);
    await userEvent.keyboard("{Tab}{Enter}");
    await expect.poll(() => document.querySelectorAll(".acp-diff").length).toBe(1);
    await userEvent.keyboard("{Shift>}{Tab}{/Shift}{Enter}");
    expect(cards()).toEqual([]);
  });

  it("says how many calls failed, were rejected or cancelled, or have no result", async () => {
    const { store, update, say } = await showSession();
    store.startTurn(SESSION, [{ type: "text", text: "Go" }]);
    for (let call = 0; call < 7; call++) update(edit(`file-${call}`, { lines: 2 }));
    update(edit("broken", { lines: 40, status: "failed" }));
    update(edit("refused", { lines: 40, status: "pending" }));
    const options = [{ optionId: "no", name: "Reject", kind: "reject_once" }];
    const toolCall = { toolCallId: "refused" };
    void store.requestPermission({ sessionId: SESSION, toolCall, options });
    const [permissionId = ""] = store.getState().sessions.get(SESSION)?.pendingPermissions ?? [];
    store.respondToPermission(permissionId, "no");
    update(edit("stopped", { lines: 40, status: "cancelled" }));
    update(edit("forgotten", { lines: 40, status: "pending" }));
    await say("Done.");
    store.endTurn(SESSION, { stopReason: "end_turn" });
    // The lines of calls that were not completed do not count.
    const name =
      /^7 files edited 14 added, 0 removed ?1 failed ?1 rejected ?1 cancelled ?1 without a result$/;
    await expect.element(page.getByRole("button", { name })).toBeVisible();
    expect(cards()).toEqual([]);
  });

  it("always shows the calls that are running or wait for an approval", async () => {
    const { store, update, say } = await showSession();
    store.startTurn(SESSION, [{ type: "text", text: "Go" }]);
    update(run("server", { output: "listening", status: "in_progress" }));
    update(edit("waiting", { lines: 2, status: "pending" }));
    for (let call = 0; call < 8; call++) update(edit(`file-${call}`, { lines: 2 }));
    const options = [{ optionId: "yes", name: "Allow", kind: "allow_once" }];
    const toolCall = { toolCallId: "waiting" };
    void store.requestPermission({ sessionId: SESSION, toolCall, options });
    // While the agent is working on the group, the newest calls are shown as well.
    const newest = ["file-5", "file-6", "file-7"].map((file) => `Write ${file}.ts`);
    await expect.poll(cards).toEqual(["Run server", "Write waiting.ts", ...newest]);
    await say("Now the rest.");
    await expect.poll(cards).toEqual(["Run server", "Write waiting.ts"]);
    const name = /^8 files edited 16 added, 0 removed ?1 waiting for approval ?1 running$/;
    await expect.element(page.getByRole("button", { name })).toBeVisible();
    act(() =>
      update({ sessionUpdate: "tool_call_update", toolCallId: "server", status: "completed" }),
    );
    await expect.poll(cards).toEqual(["Write waiting.ts"]);
  });

  it("shows the next pending calls while the agent is working on them", async () => {
    const { store, update } = await showSession();
    store.startTurn(SESSION, [{ type: "text", text: "Go" }]);
    const status = "pending";
    for (let call = 0; call < 10; call++) update(edit(`file-${call}`, { lines: 2, status }));
    const names = (...files: number[]): string[] => files.map((file) => `Write file-${file}.ts`);
    await expect.poll(cards).toEqual(names(0, 1, 2));
    for (const call of [0, 1, 2, 3]) update(edit(`file-${call}`, { lines: 2 }));
    await expect.poll(cards).toEqual(names(4, 5, 6));
    const name = /^4 files edited 8 added, 0 removed ?6 pending$/;
    await expect.element(page.getByRole("button", { name })).toBeVisible();
  });

  it("keeps a call that has the focus", async () => {
    const { store, update, say } = await showSession();
    store.startTurn(SESSION, [{ type: "text", text: "Go" }]);
    for (let call = 0; call < 6; call++) update(edit(`file-${call}`, { lines: 2 }));
    await expect.poll(() => cards().length).toBe(3);
    const header = page.getByRole("button", { name: /^Write file-5.ts/ });
    (header.element() as HTMLElement).focus();
    await say("Done.");
    expect(cards()).toHaveLength(3);
    expect(document.activeElement).toBe(header.element());
    (document.activeElement as HTMLElement).blur();
    await expect.poll(cards).toEqual([]);
  });

  it("shows the calls of a very large group in steps", async () => {
    const { update, say, countElements } = await showSession();
    for (let call = 0; call < 200; call++) update(edit(`file-${call}`, { lines: 20 }));
    await say("Done.");
    await page.getByRole("button", { name: /^200 files edited/ }).click();
    expect(cards()).toHaveLength(50);
    expect(cards().at(-1)).toBe("Write file-199.ts");
    await page.getByRole("button", { name: "Show earlier (150 calls)" }).click();
    await expect.poll(() => cards().length).toBe(100);
    expect(countElements()).toBeLessThan(MAX_ELEMENTS);
  });
});
