import { createGate } from "@acp-store/testing";
import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { type ShownReview, showReview } from "./support/showReview.js";

const MAX_ELEMENTS = 5000;
const LINES = Array.from({ length: 60 }, (_, index) => `const line${index} = ${index};\n`);
const TEXT = LINES.join("");
const CHANGED = LINES.with(5, "const five = 5;\n").with(40, "const forty = 40;\n").join("");

const button = (name: string) => page.getByRole("button", { name, exact: true });
const press = async (name: string): Promise<void> => {
  await expect.element(button(name)).toBeVisible();
  (button(name).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
};
const focused = (): string | null | undefined => document.activeElement?.getAttribute("aria-label");

/** Shows a review in which the agent has changed two places of one file. */
async function showTwoChanges(options?: Parameters<typeof showReview>[1]): Promise<ShownReview> {
  const shown = await showReview({ "a.ts": TEXT }, options);
  await shown.prompt((_turn, write) => write("a.ts", CHANGED).then(() => {}));
  await shown.showChanges();
  return shown;
}

/** Shows a review of two turns. The second one has edited a line of the first one, and another file. */
async function showTwoPrompts(): Promise<ShownReview> {
  const shown = await showReview({ "a.ts": TEXT, "b.ts": TEXT });
  await shown.prompt((_turn, write) => write("a.ts", CHANGED).then(() => {}), "First prompt");
  await shown.prompt(async (_turn, write) => {
    await write("a.ts", CHANGED.replace("five = 5;\n", "five = 5;\nconst six = 6;\n"));
    await write("b.ts", LINES.with(20, "const twenty = 20;\nconst more = 1;\n").join(""));
  }, "Second prompt");
  await shown.showChanges();
  return shown;
}

describe("the review of changed files", () => {
  it("keeps and rejects changes with the keyboard, and moves the focus to the next one", async () => {
    const { folder, review } = await showTwoChanges();
    await press("Reject change 1 in a.ts");
    await expect.poll(() => folder.text("a.ts")).toBe(CHANGED.replace("five = 5", "line5 = 5"));
    await expect.poll(focused).toBe("Reject change 1 in a.ts");
    await press("Keep change 1 in a.ts");
    await expect.poll(() => review.getState().files.size).toBe(0);
    expect(folder.text("a.ts")).toContain("forty");
    await expect.element(page.getByText("There is nothing to review.")).toBeVisible();
    await expect.poll(focused).toBe("Undo: kept changes in 1 file");
  });

  it("takes decisions back, and repeats them", async () => {
    const { folder } = await showTwoChanges();
    await press("Reject all");
    await expect.poll(() => folder.text("a.ts")).toBe(TEXT);
    await press("Undo: rejected changes in 1 file");
    await expect.poll(() => folder.text("a.ts")).toBe(CHANGED);
    await press("Redo: rejected changes in 1 file");
    await expect.poll(() => folder.text("a.ts")).toBe(TEXT);
  });

  it("asks before it rejects lines of the user", async () => {
    const { folder, review } = await showTwoChanges();
    folder.write("a.ts", CHANGED.replace("five = 5", "cinq = 5"));
    await review.userEdited("a.ts");
    await expect.element(page.getByText("Yours")).toBeVisible();
    await press("Reject all");
    await expect.element(page.getByText(/^1 change contains lines that are yours/)).toBeVisible();
    expect(folder.text("a.ts")).toContain("cinq");
    expect(folder.text("a.ts")).not.toContain("forty");
    await press("Reject too");
    await expect.poll(() => folder.text("a.ts")).toBe(TEXT);
  });

  it("shows only the changes with lines of the user, and decides nothing else meanwhile", async () => {
    const { folder, review } = await showTwoChanges();
    await expect.element(button("Reject change 2 in a.ts")).toBeVisible();
    const filter = page.getByRole("group", { name: "Changes to show" });
    await expect.element(filter).not.toBeInTheDocument();
    folder.write("a.ts", CHANGED.replace("forty = 40", "quarante = 40"));
    await review.userEdited("a.ts");
    await filter.getByRole("button", { name: "Yours 1" }).click();
    await expect.element(button("Reject change 1 in a.ts")).not.toBeInTheDocument();
    await expect.element(button("Reject change 2 in a.ts")).toBeVisible();
    await expect.element(button("Reject all")).not.toBeInTheDocument();
    await expect.element(button("Keep all changes in a.ts")).not.toBeInTheDocument();
    await page.screenshot({ path: "__screenshots__/review-filter.png" });
    await press("Keep change 2 in a.ts");
    await expect.element(page.getByText("No change is left that matches.")).toBeVisible();
    await filter.getByRole("button", { name: "All 1" }).click();
    await expect.element(button("Reject change 1 in a.ts")).toBeVisible();
  });

  it("lets the user comment on the lines of a change", async () => {
    await showTwoChanges();
    const change = page.getByRole("group", { name: "Change 1 in a.ts" }).last();
    await change.getByText("five").hover();
    await page.getByRole("button", { name: "Comment on line 6 of a.ts" }).click();
    await userEvent.keyboard("Keep the old name{Control>}{Enter}{/Control}");
    await page.getByRole("button", { name: /^1 comment/ }).click();
    await expect.element(page.getByText("a.ts, line 6", { exact: true })).toBeVisible();
  });

  it("waits for the end of a running turn, unless the user does not", async () => {
    const { folder, review, prompt, showChanges } = await showReview({ "a.ts": TEXT });
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const turn = prompt(async (_turn, write) => {
      await write("a.ts", CHANGED);
      await ended;
    });
    await showChanges();
    await press("Reject change 1 in a.ts");
    await expect.element(page.getByText("Rejected when the turn ends")).toBeVisible();
    await press("Do not reject");
    await expect.poll(() => review.getState().queued.length).toBe(0);
    await press("Reject change 1 in a.ts");
    await press("Reject now");
    await expect.poll(() => folder.text("a.ts")).not.toContain("five");
    await press("Reject change 1 in a.ts");
    expect(folder.text("a.ts")).toContain("forty");
    end();
    await turn;
    await expect.poll(() => folder.text("a.ts")).toBe(TEXT);
  });

  it("shows what the next prompt tells the agent, and removes it on request", async () => {
    const { review } = await showTwoChanges();
    await press("Reject change 1 in a.ts");
    const note = page.getByRole("region", { name: /^Your next message tells the agent/ });
    await note.getByRole("button", { name: "Show" }).click();
    await expect.element(note.getByText(/-const five = 5;/)).toBeVisible();
    await press("Do not tell the agent");
    await expect.poll(() => review.getState().feedback).toEqual([]);
    await expect.element(note).not.toBeInTheDocument();
  });

  it("shows all of the note about the next prompt in a narrow panel", async () => {
    await showTwoChanges();
    await page.viewport(420, 800);
    await press("Reject change 1 in a.ts");
    const note = page.getByRole("region", {
      name: "Your next message tells the agent what you rejected.",
    });
    await expect.element(note).toBeVisible();
    const panel = note.element().closest(".acp-dock-content");
    const end = (element: Element | null | undefined) => element?.getBoundingClientRect().right;
    expect(end(note.element())).toBeLessThanOrEqual(end(panel) ?? 0);
  });

  it("stays small with 200 files and a file of 500 changes", async () => {
    const many = Array.from({ length: 2500 }, (_, index) => `line ${index}\n`);
    const changed = many.map((line, index) => (index % 5 === 2 ? `changed ${index}\n` : line));
    const paths = Array.from({ length: 200 }, (_, index) => `src/file-${index}.ts`);
    const texts = Object.fromEntries(paths.map((path) => [path, TEXT]));
    const shown = await showReview({ ...texts, "large.ts": many.join("") });
    await shown.prompt(async (_turn, write) => {
      await write("large.ts", changed.join(""));
      for (const path of paths) await write(path, CHANGED);
    });
    await shown.showChanges();
    await expect.element(page.getByText("201 files to review")).toBeVisible();
    const side = page.getByRole("complementary");
    await expect.poll(() => side.getByRole("listitem").elements().length).toBe(50);
    await side.getByRole("button", { name: /^large\.ts/ }).click();
    const hunks = side.getByRole("group", { name: /^Change \d+ in large.ts$/ });
    await expect.poll(() => hunks.elements().length).toBeGreaterThan(0);
    await side.getByRole("button", { name: "Show 480 more changes" }).click();
    expect(shown.countElements()).toBeLessThan(MAX_ELEMENTS);
    await press("Reject all changes in large.ts");
    await expect.poll(() => shown.folder.text("large.ts")).toBe(many.join(""));
    await press("Reject all");
    await expect.poll(() => shown.review.getState().files.size).toBe(0);
  });

  it("keeps and rejects the changes of a turn", async () => {
    const { folder, review } = await showTwoPrompts();
    await page.getByRole("button", { name: "By turn" }).click();
    const turns = page.getByRole("region", { name: /^(First|Second) prompt$/ });
    await expect.poll(() => turns.elements().length).toBe(2);
    await expect.element(turns.first()).toHaveAccessibleName("Second prompt");
    // The hunk of both turns is in the newest one.
    await expect.element(turns.first().getByText("Also has lines of: First prompt")).toBeVisible();
    await press("Reject turn: Second prompt");
    await expect.poll(() => folder.text("b.ts")).toBe(TEXT);
    expect(folder.text("a.ts")).toBe(LINES.with(40, "const forty = 40;\n").join(""));
    await expect.poll(() => turns.elements().length).toBe(1);
    await press("Undo: rejected changes in 2 files");
    await expect.poll(() => turns.elements().length).toBe(2);
    await press("Keep turn: First prompt");
    await expect.poll(() => turns.elements().length).toBe(1);
    expect(review.getState().files.get("a.ts")?.hunks.length).toBe(1);
  });

  it("asks before it rejects lines of the user in a turn", async () => {
    const { folder, review } = await showTwoPrompts();
    folder.write("b.ts", LINES.with(20, "const twenty = 20;\nof the user\n").join(""));
    await review.userEdited("b.ts");
    await page.getByRole("button", { name: "By turn" }).click();
    await press("Reject turn: Second prompt");
    await expect.element(page.getByText(/^1 change contains lines that are yours/)).toBeVisible();
    expect(folder.text("b.ts")).toContain("of the user");
    await press("Reject too");
    await expect.poll(() => folder.text("b.ts")).toBe(TEXT);
  });

  it("lets the rejection of a running turn wait for its end", async () => {
    const { folder, prompt, showChanges } = await showReview({ "a.ts": TEXT });
    const gate = createGate();
    const turn = prompt(async (running, write) => {
      await write("a.ts", CHANGED);
      await running.hold(gate);
    }, "Long work");
    await showChanges();
    await page.getByRole("button", { name: "By turn" }).click();
    await press("Reject turn: Long work");
    await expect
      .poll(() => page.getByText("Rejected when the turn ends").elements().length)
      .toBe(2);
    await page.getByRole("button", { name: "Reject now" }).first().click();
    await expect.poll(() => folder.text("a.ts")).not.toContain("five");
    expect(folder.text("a.ts")).toContain("forty");
    gate.open();
    await turn;
    await expect.poll(() => folder.text("a.ts")).toBe(TEXT);
  });

  it("leads from a prompt to the lines that remain of it", async () => {
    await showTwoPrompts();
    await page.getByRole("button", { name: "2 lines in 1 file are left to review" }).click();
    const turn = page.getByRole("region", { name: "First prompt" });
    await expect.element(turn).toBeVisible();
    await expect.poll(() => turn.getByRole("group", { name: /^Change/ }).elements().length).toBe(4);
    await page.getByRole("button", { name: "Show all changes" }).click();
    await expect.element(button("Reject all")).toBeVisible();
  });

  it("says why a change is there, and leads to the tool call and the prompt", async () => {
    const info = { name: "scripted", title: "Scripted agent", version: "1.0.0" };
    const shown = await showReview({ "a.ts": TEXT }, { info });
    const { store, sessionId } = shown;
    store.watch({ type: "field", field: "pendingPermissions" }, () => {
      const [id] = store.getState().sessions.get(sessionId)?.pendingPermissions ?? [];
      if (id !== undefined) store.respondToPermission(id, "allow-once");
    });
    await shown.prompt(async (turn) => {
      const diff = {
        type: "diff" as const,
        path: "/project/a.ts",
        oldText: TEXT,
        newText: CHANGED,
      };
      const call = await turn.call({ title: "Edit a.ts", kind: "edit", content: [diff] });
      await call.askPermission();
      shown.folder.write("a.ts", CHANGED);
      await call.complete();
      await turn.say("A long answer.\n\n".repeat(80));
    }, "Rename two constants");
    await shown.showChanges();
    await press("Why? Change 1 in a.ts");
    const reason = page.getByRole("group", { name: "Reason for change 1 in a.ts" });
    await expect
      .element(reason)
      .toHaveTextContent(
        "Scripted agent wrote this in Edit a.ts, which you allowed once, for the prompt “Rename two constants”.",
      );
    await page.screenshot({ path: "__screenshots__/review-reason.png" });
    await reason.getByRole("button", { name: "Edit a.ts" }).click();
    await expect.poll(focused).toBe("Edit a.ts");
    await expect.element(page.getByRole("article", { name: "Edit a.ts" })).toBeInViewport();
    await page.viewport(380, 860);
    await reason.getByRole("button", { name: "Rename two constants" }).click();
    await expect.element(page.getByRole("complementary")).not.toBeInTheDocument();
    await expect
      .element(page.getByRole("article").getByText("Rename two constants"))
      .toBeInViewport();
  });

  it.each(["light", "dark"])("has no violations of axe (%s)", async (colorScheme) => {
    const features = [{ name: "prefers-color-scheme", value: colorScheme }];
    await cdp().send("Emulation.setEmulatedMedia", { features });
    const { folder, review } = await showTwoChanges();
    folder.write("a.ts", CHANGED.replace("five = 5", "cinq = 5"));
    await review.userEdited("a.ts");
    await press("Reject all");
    await expect.element(button("Reject too")).toBeVisible();
    await page.getByRole("button", { name: "By turn" }).click();
    await press("Why? Change 1 in a.ts");
    await page.screenshot({ path: `__screenshots__/review-turn-${colorScheme}.png` });
    const { backgroundColor } = getComputedStyle(page.getByRole("complementary").element());
    expect(backgroundColor).toBe(colorScheme === "dark" ? "rgb(27, 27, 30)" : "rgb(255, 255, 255)");
    for (const width of [1280, 380]) {
      await page.viewport(width, 860);
      const { violations } = await axe.run(document.body, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      });
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  });
});

describe("going back to before a message", () => {
  async function showTwoTurns(options?: Parameters<typeof showReview>[1]): Promise<ShownReview> {
    const shown = await showReview({ "a.ts": TEXT }, options);
    await shown.prompt((_turn, write) => write("a.ts", CHANGED).then(() => {}));
    await shown.prompt(async (turn, write) => {
      await write("a.ts", LINES.slice(1).join(""));
      await write("b.ts", "new\n");
      await turn.say("Done.");
    });
    await expect.poll(() => shown.review.getState().checkpoints.length).toBe(2);
    return shown;
  }
  const goBack = page.getByRole("button", { name: "Go back to before this message" });

  it("restores the files after the user has seen which, and can be undone", async () => {
    const { folder, review } = await showTwoTurns();
    await goBack.last().click();
    const dialog = page.getByRole("dialog", { name: "Go back to before this message?" });
    await expect.element(dialog.getByText("b.ts")).toBeVisible();
    await expect.element(dialog.getByText("Deleted")).toBeVisible();
    expect(folder.text("b.ts")).toBe("new\n");
    await press("Restore files");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(folder.text("a.ts")).toBe(CHANGED);
    expect(folder.text("b.ts")).toBeUndefined();
    await review.undo();
    expect(folder.text("b.ts")).toBe("new\n");
  });

  it("changes nothing when the user cancels", async () => {
    const { folder } = await showTwoTurns();
    await goBack.first().click();
    await expect
      .element(page.getByText(/^2 files of this session get their content/))
      .toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(folder.text("b.ts")).toBe("new\n");
  });

  it("takes back the conversation as well, and shows the fork of an agent that forks", async () => {
    const opened: string[] = [];
    const { folder, store } = await showTwoTurns({
      info: { name: "@agentclientprotocol/claude-agent-acp", version: "0.100.0" },
      openSession: (sessionId) => opened.push(sessionId),
    });
    await goBack.first().click();
    await press("Restore files and conversation");
    await expect.poll(() => opened.length).toBe(1);
    expect(folder.text("a.ts")).toBe(TEXT);
    expect(store.getState().sessions.get(opened[0] ?? "")?.messages.size).toBe(0);
  });
});

describe("the card of a proposed edit", () => {
  it.each([
    ["with its line in the file", "line5 = 5", "6", undefined],
    ["without one if the old text is not in it", "fünf = 5", undefined, /not contain the old text/],
  ] as const)("shows the difference on disk %s", async (_, onDisk, line, note) => {
    const { folder, prompt, agent, sessionId } = await showReview({ "a.ts": TEXT });
    folder.write("a.ts", TEXT.replace("line5 = 5", onDisk));
    const diff = {
      ...{ type: "diff" as const, path: "/project/a.ts" },
      ...{ oldText: "const line5 = 5;\n", newText: "const five = 5;\n" },
    };
    const turn = prompt(async (running) => {
      const call = await running.call({ title: "Edit a.ts", kind: "edit", content: [diff] });
      await call.askPermission();
    });
    const card = page.getByRole("group", { name: "Edit a.ts" });
    await expect.element(card.getByText("five", { exact: false }).first()).toBeVisible();
    if (note !== undefined) await expect.element(card.getByText(note)).toBeVisible();
    const numbers = () =>
      [...card.element().querySelectorAll("[data-new]")].map((row) => row.getAttribute("data-new"));
    await expect.poll(() => numbers().includes("6")).toBe(line !== undefined);
    await agent.cancel(sessionId);
    await turn;
  });
});
