import { memoryStorage, persistSessions } from "@acp-store/persist";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { prefer, violations } from "../../devtools/browser/support/looks.js";
import { type CommentPanel, showCommentPanel } from "./support/showCommentPanel.js";

/** Takes a screenshot for people to look at. Nothing is compared. */
const shoot = (name: string): Promise<unknown> =>
  page.screenshot({ path: `__screenshots__/comments-${name}.png` });

const LINES = Array.from({ length: 40 }, (_, index) => `const line${index + 1} = ${index + 1};\n`);
const CHANGED = LINES.with(11, "const twelve = 12;\n").with(12, "const thirteen = 13;\n");
const LONG = Array.from(
  { length: 2000 },
  (_, index) => `const value${index + 1} = ${index + 1};\n`,
);

const diff = page.getByRole("group", { name: "Changes in src/a.ts" });
const button = page.getByRole("button", { name: /^Comment on/ });
const editor = page.getByRole("textbox", { name: /^Comment on/ });
const message = page.getByRole("textbox", { name: "Message" });
const focused = (): string | null | undefined => document.activeElement?.getAttribute("aria-label");

type PanelOptions = Partial<Parameters<typeof showCommentPanel>[0]>;

async function showEdit(
  options: PanelOptions = {},
  lines = [LINES, CHANGED],
): Promise<CommentPanel> {
  const [before = [], after = []] = lines;
  return showCommentPanel({
    async onPrompt(turn) {
      await turn.edit({
        ...{ path: "/project/src/a.ts", title: "Edit src/a.ts" },
        ...{ oldText: before.join(""), newText: after.join("") },
      });
    },
    ...options,
  });
}

/** Moves the focus from the diff to its button with the keyboard. */
async function focusButton(): Promise<void> {
  await expect.element(diff).toBeVisible();
  await expect.poll(() => diff.element().querySelector(".acp-comment-layer")).not.toBeNull();
  const shown = diff.element();
  // A key makes the focus visible, like that of a user without a mouse.
  await userEvent.keyboard("{Shift}");
  if (shown instanceof HTMLElement) shown.focus();
  await expect.element(button).toBeVisible();
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
}

async function comment(line: string, text: string): Promise<void> {
  await diff.getByText(line).hover();
  await button.click();
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard(`${text}{Control>}{Enter}{/Control}`);
  await expect.element(editor).not.toBeInTheDocument();
}

describe("comments on lines", () => {
  it("selects lines with the keyboard, saves the comment, and returns the focus", async () => {
    await showEdit();
    await focusButton();
    expect(focused()).toBe("Comment on line 8 of src/a.ts");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(focused()).toBe("Comment on line 10 of src/a.ts");
    await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
    expect(focused()).toBe("Comment on lines 10 to 11 of src/a.ts");
    await userEvent.keyboard("{Enter}");
    await expect.element(editor).toHaveFocus();
    expect(focused()).toBe("Comment on lines 10 to 11 of src/a.ts");
    await userEvent.keyboard("Name these{Control>}{Enter}{/Control}");
    await expect.element(page.getByRole("button", { name: /^1 comment/ })).toBeVisible();
    expect(focused()).toBe("Comment on lines 10 to 11 of src/a.ts");
    await expect.element(page.getByText(/^Comment added\./)).toBeInTheDocument();
  });

  it("discards the comment with Escape, and returns the focus", async () => {
    await showEdit();
    await focusButton();
    await userEvent.keyboard("{Enter}");
    await expect.element(editor).toHaveFocus();
    await userEvent.keyboard("Not this{Escape}");
    await expect.element(editor).not.toBeInTheDocument();
    expect(focused()).toBe("Comment on line 8 of src/a.ts");
    await expect.element(page.getByText("1 comment")).not.toBeInTheDocument();
  });

  it("selects lines by dragging, and extends them with Shift and a click", async () => {
    await showEdit();
    await diff.getByText("line9").hover();
    await expect.element(button).toHaveAccessibleName("Comment on line 9 of src/a.ts");
    await userEvent.dragAndDrop(button, diff.getByText("line11"));
    await expect.element(editor).toHaveAccessibleName("Comment on lines 9 to 11 of src/a.ts");
    await diff.getByText("line8").click({ modifiers: ["Shift"] });
    await expect.element(editor).toHaveAccessibleName("Comment on lines 8 to 9 of src/a.ts");
  });

  it("names removed lines by their numbers before the change", async () => {
    await showEdit();
    await diff.getByText("line12").hover();
    await expect
      .element(button)
      .toHaveAccessibleName("Comment on line 12 before the change of src/a.ts");
  });

  it("sends the comments with the next prompt, and removes them", async () => {
    const { prompts } = await showEdit();
    await comment("twelve", "Use a name");
    await comment("line15", "Why?");
    await message.fill("Please fix");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => prompts.length).toBe(1);
    expect(prompts[0]).toEqual([
      { type: "text", text: "Please fix" },
      {
        type: "text",
        text: "src/a.ts, line 12:\n```ts\nconst twelve = 12;\n```\nUse a name",
      },
      { type: "text", text: "src/a.ts, line 15:\n```ts\nconst line15 = 15;\n```\nWhy?" },
    ]);
    await expect.element(page.getByText(/^\d comments?$/)).not.toBeInTheDocument();
    await shoot("sent");
  });

  it("sends the comments alone with Enter in an empty composer", async () => {
    const { prompts } = await showEdit();
    await comment("line15", "Why?");
    await message.click();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => prompts.length).toBe(1);
    expect(prompts[0]).toHaveLength(1);
  });

  it("lists the comments above the composer, where the user edits and removes them", async () => {
    await showEdit();
    await comment("twelve", "Use a name");
    await comment("line15", "Why?");
    await page.getByRole("button", { name: /^2 comments/ }).click();
    await page.getByRole("button", { name: "Edit the comment on src/a.ts, line 12" }).click();
    await userEvent.keyboard(" here{Control>}{Enter}{/Control}");
    await expect.element(page.getByText("Use a name here")).toBeVisible();
    expect(focused()).toBe("Edit the comment on src/a.ts, line 12");
    await page.getByRole("button", { name: "Remove the comment on src/a.ts, line 15" }).click();
    await expect.element(page.getByRole("button", { name: /^1 comment/ })).toBeVisible();
    await expect.element(message).toHaveFocus();
  });

  it("keeps the comments of a session when the side panel and the session are closed", async () => {
    const { show } = await showEdit({ readFile: async () => LINES.join("") });
    await page.getByRole("button", { name: "Follow the agent" }).click();
    const file = page.getByRole("region", { name: "src/a.ts" });
    await file.getByText("const line3 = 3;", { exact: true }).hover();
    await button.click();
    await userEvent.keyboard("From the file{Control>}{Enter}{/Control}");
    await page.getByRole("complementary").getByRole("button", { name: "Close" }).click();
    const row = page.getByRole("button", { name: /^1 comment/ });
    await expect.element(row).toBeVisible();
    show(1);
    await expect.element(row).not.toBeInTheDocument();
    show(0);
    await row.click();
    await expect.element(page.getByText("src/a.ts, line 3")).toBeVisible();
  });

  it("restores saved comments after a reload", async () => {
    const storage = memoryStorage();
    const { reload } = await showEdit({
      persistence: (store) => persistSessions(store, storage),
    });
    await comment("twelve", "Use a name");
    await reload();
    await expect.element(page.getByRole("button", { name: /^1 comment/ })).toBeVisible();
  });

  it("renders no line of a diff of 2,000 lines again while the pointer and the keyboard move", async () => {
    const shown = await showEdit({}, [[], LONG]);
    await expect.element(diff).toBeVisible();
    await page.getByRole("button", { name: /more lines/ }).click();
    const countRows = (): number => diff.element().querySelectorAll(".acp-diff-row").length;
    await expect.poll(countRows).toBeGreaterThan(20);
    await diff.getByText("const value3 = 3;", { exact: true }).hover();
    await expect.element(button).toBeVisible();
    const changed: Node[] = [];
    const observer = new MutationObserver((records) =>
      changed.push(...records.map(({ target }) => target)),
    );
    observer.observe(diff.element(), { subtree: true, childList: true, attributes: true });
    for (const line of [4, 5, 6, 7])
      await diff.getByText(`const value${line} = ${line};`, { exact: true }).hover();
    await expect.element(button).toHaveAccessibleName("Comment on line 7 of src/a.ts");
    const isRow = (node: Node): boolean =>
      node instanceof Element && node.closest(".acp-diff-row") !== null;
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter(isRow)).toEqual([]);
    observer.disconnect();

    const scroller = diff.element();
    scroller.scrollTop = scroller.scrollHeight;
    const last = diff.getByText("const value2000 = 2000;", { exact: true });
    await last.hover();
    await expect.element(button).toHaveAccessibleName("Comment on line 2000 of src/a.ts");
    await button.click();
    await expect.element(editor).toBeInViewport();
    await shoot("long");
    expect(shown.countElements()).toBeLessThan(2000);
  });

  it.each(["light", "dark"])("has no violations of axe (%s)", async (scheme) => {
    await prefer(scheme);
    await showEdit();
    await comment("twelve", "Use a named constant here, so that the limit is in one place.");
    await comment("line15", "Why is this needed?");
    await page.getByRole("button", { name: /^2 comments/ }).click();
    await diff.getByText("line9").hover();
    await userEvent.dragAndDrop(button, diff.getByText("line11"));
    await expect.element(editor).toBeVisible();
    for (const width of [1280, 390]) {
      await page.viewport(width, 860);
      await shoot(`${scheme}-${width}`);
      expect(await violations()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  });
});
