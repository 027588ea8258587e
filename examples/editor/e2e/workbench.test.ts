import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { findViolations } from "../../../tests/support/axe.js";
import {
  answerRequest,
  getComposer,
  getPrompts,
  getRequest,
  sendPrompt,
  waitUntilIdle,
} from "./support/panel.js";
import {
  getEditor,
  getTab,
  getTreeItem,
  goToFile,
  openProject,
  showFiles,
} from "./support/project.js";

const CART = "src/cart.js";
const EDIT = "Make total() count every item";
const FIXED = "sum += prices[name] * count;";

const isFocused = (element: HTMLElement | SVGElement): boolean =>
  element === document.activeElement;

/** Lets the scripted agent edit the cart. */
async function playTurn(page: Page): Promise<void> {
  await sendPrompt(page, "Fix the total of the cart");
  await answerRequest(page, EDIT, "Allow");
  await answerRequest(page, "node check.js", "Allow");
  await waitUntilIdle(page);
}

describe("the files beside the conversation", () => {
  it("opens a file of the tree with the keyboard, and saves it", async () => {
    const { page, pathOf } = await openProject();
    await showFiles(page);
    await getTreeItem(page, "src").focus();
    await page.keyboard.press("ArrowRight");
    await getTreeItem(page, "cart.js").waitFor();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => getTreeItem(page, "cart.js").evaluate(isFocused)).toBe(true);
    await page.keyboard.press("Enter");
    const editor = getEditor(page, CART);
    await editor.waitFor();
    await expect.poll(() => editor.evaluate(isFocused)).toBe(true);
    await editor.pressSequentially("// mine\n");
    await getTab(page, "cart.js, not saved").waitFor();
    await page.keyboard.press("Control+s");
    await getTab(page, "cart.js").waitFor();
    expect(await readFile(pathOf(CART), "utf8")).toMatch(/^\/\/ mine\nimport/);
  });

  it("finds a file by parts of its path, and shows its tab after a reload", async () => {
    const { page } = await openProject();
    await goToFile(page, "srcpri", "src/prices.js");
    await goToFile(page, "readme", "README.md");
    await page.reload();
    await getEditor(page, "README.md").waitFor();
    await getTab(page, "prices.js").click();
    await getEditor(page, "src/prices.js").getByText("apple: 30").waitFor();
  });

  it("colors code like the panel", async () => {
    const { page } = await openProject();
    await goToFile(page, "cart", CART);
    const colorOf = (element: HTMLElement | SVGElement): string => getComputedStyle(element).color;
    const keyword = getEditor(page, CART).getByText("import", { exact: true });
    const token = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("span"));
      probe.style.color = "var(--acp-code-keyword)";
      return getComputedStyle(probe).color;
    });
    await expect.poll(() => keyword.evaluate(colorOf)).toBe(token);
  });

  it("asks before it closes a file with unsaved edits", async () => {
    const { page, pathOf } = await openProject();
    await goToFile(page, "readme", "README.md");
    await getEditor(page, "README.md").pressSequentially("Mine");
    const answers = [false, true];
    page.on("dialog", (dialog) => void (answers.shift() ? dialog.accept() : dialog.dismiss()));
    await page.keyboard.press("Alt+Shift+W");
    await getTab(page, "README.md, not saved").focus();
    await page.keyboard.press("Delete");
    await getTab(page, "README.md, not saved").waitFor({ state: "detached" });
    expect(answers).toEqual([]);
    expect(await readFile(pathOf("README.md"), "utf8")).toMatch(/^# Cart/);
  });

  it("lists the shortcuts", async () => {
    const { page } = await openProject();
    await page.keyboard.press("Control+/");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.getByText("Go to a file").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await dialog.waitFor();
  });

  it("changes the width of the conversation with the arrow keys", async () => {
    const { page } = await openProject();
    await showFiles(page);
    const separator = page.getByRole("separator", { name: "Width of the conversation" });
    await separator.focus();
    await page.keyboard.press("Home");
    expect(await separator.getAttribute("aria-valuenow")).toBe("25");
    await page.keyboard.press("ArrowRight");
    expect(await separator.getAttribute("aria-valuenow")).toBe("28");
  });

  it("renders only the visible rows of a folder with 5,000 files", async () => {
    const { page } = await openProject({}, async (folder) => {
      await mkdir(join(folder, "many"));
      await Promise.all(
        Array.from({ length: 5000 }, (_, at) => writeFile(join(folder, "many", `f${at}.txt`), "")),
      );
    });
    await showFiles(page);
    await getTreeItem(page, "many").click();
    await getTreeItem(page, "f0.txt").waitFor();
    expect(await page.getByRole("treeitem").count()).toBeLessThan(100);
    await getTreeItem(page, "f0.txt").focus();
    await page.keyboard.press("End");
    await getTreeItem(page, "README.md").waitFor();
    await goToFile(page, "f4999", "many/f4999.txt");
  });
});

describe("a mention of a symbol in the open file", () => {
  it("has the text of the editor, even if it is not saved", async () => {
    const { page } = await openProject();
    await goToFile(page, "cart", CART);
    await getEditor(page, CART).pressSequentially("function discount() {\n");
    await getTab(page, "cart.js, not saved").waitFor();
    await getComposer(page).focus();
    await page.keyboard.type("Explain @disc");
    const option = page.getByRole("option", { name: /discount/ });
    await option.getByText("cart.js:1", { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Attachments" }).getByText("discount").waitFor();
    expect(await getComposer(page).inputValue()).toBe("Explain @discount ");
    await page.keyboard.press("Enter");
    await getPrompts(page).getByText("discount", { exact: true }).waitFor();
  });
});

describe("a change on disk", () => {
  it("is shown by a file without unsaved edits, and in the tree", async () => {
    const { page, pathOf } = await openProject();
    await showFiles(page);
    await goToFile(page, "readme", "README.md");
    await writeFile(pathOf("README.md"), "# From another program\n");
    await getEditor(page, "README.md").getByText("From another program").waitFor();
    await writeFile(pathOf("new.txt"), "");
    await getTreeItem(page, "new.txt").waitFor();
    await rm(pathOf("new.txt"));
    await getTreeItem(page, "new.txt").waitFor({ state: "detached" });
  });

  it("asks the user if there are unsaved edits, and is kept until it is overwritten", async () => {
    const { page, pathOf } = await openProject();
    await goToFile(page, "readme", "README.md");
    const editor = getEditor(page, "README.md");
    await editor.pressSequentially("Mine");
    await writeFile(pathOf("README.md"), "Theirs");
    const notice = page.getByRole("alert").filter({ hasText: "has changed on disk" });
    await notice.waitFor();
    await page.keyboard.press("Control+s");
    expect(await readFile(pathOf("README.md"), "utf8")).toBe("Theirs");
    await notice.getByRole("button", { name: "Overwrite" }).click();
    await getTab(page, "README.md").waitFor();
    expect(await readFile(pathOf("README.md"), "utf8")).toMatch(/^Mine# Cart/);
  });

  it("replaces the unsaved edits when the user reloads the file", async () => {
    const { page, pathOf } = await openProject();
    await goToFile(page, "readme", "README.md");
    await getEditor(page, "README.md").pressSequentially("Mine");
    await writeFile(pathOf("README.md"), "Theirs");
    await page.getByRole("button", { name: "Reload" }).click();
    await getEditor(page, "README.md").getByText("Theirs", { exact: true }).waitFor();
    await getTab(page, "README.md").waitFor();
  });
});

describe("following the agent", () => {
  it("shows the file and the line, until the user types", async () => {
    const { page } = await openProject();
    await showFiles(page);
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, EDIT).waitFor();
    const editor = getEditor(page, CART);
    await editor.locator(".cm-agentLine").getByText("sum += prices[name];").waitFor();
    expect(await getComposer(page).evaluate(isFocused)).toBe(true);
    await answerRequest(page, EDIT, "Allow");
    await editor.getByText(FIXED).waitFor();
    await editor.press("Enter");
    await page.getByRole("button", { name: "Follow the agent" }).click();
    await page.getByRole("button", { name: "Stop following the agent" }).waitFor();
  });

  it("opens the locations and the changed files of the conversation", async () => {
    const { page } = await openProject();
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, EDIT).waitFor();
    await page.getByRole("list", { name: "Locations" }).getByRole("button").first().click();
    await getEditor(page, CART).waitFor();
    await getTab(page, "cart.js").focus();
    await page.keyboard.press("Delete");
    await getRequest(page, EDIT).getByRole("button", { name: "Open src/cart.js" }).click();
    await getEditor(page, CART).waitFor();
  });
});

describe("the review in the editor", () => {
  it("continues with the changes of the next file in its tab", async () => {
    const { page } = await openProject();
    await playTurn(page);
    await sendPrompt(page, "/demo");
    await answerRequest(page, "Note in the readme that total() was reviewed", "Allow");
    await answerRequest(page, "node check.js", "Allow");
    await waitUntilIdle(page);
    await goToFile(page, "cart", CART);
    await page.getByText("1 change", { exact: true }).waitFor();
    await page.keyboard.press("Alt+F5");
    await page.keyboard.press("Alt+F5");
    const readme = getEditor(page, "README.md");
    await readme.getByText("Change 1 of 1").waitFor();
    await expect.poll(() => readme.evaluate(isFocused)).toBe(true);
    await getTab(page, "cart.js").waitFor();
  });

  it("marks changed files in the tree, and keeps and rejects changes with the keyboard", async () => {
    const { page, pathOf } = await openProject();
    await showFiles(page);
    await playTurn(page);
    await getTreeItem(page, "src, contains changes").waitFor();
    await goToFile(page, "cart", CART);
    const editor = getEditor(page, CART);
    await page.getByText("1 change", { exact: true }).waitFor();
    await editor.press("Alt+F5");
    await editor.press("Shift+Alt+R");
    await editor.getByText(FIXED).waitFor({ state: "detached" });
    expect(await readFile(pathOf(CART), "utf8")).not.toContain(FIXED);
    await editor.press("Shift+Alt+Z");
    await editor.getByText(FIXED).waitFor();
    await editor.press("Alt+F5");
    await editor.press("Shift+Alt+K");
    await getTreeItem(page, "src").waitFor();
    expect(await readFile(pathOf(CART), "utf8")).toContain(FIXED);
  });
});

describe("a narrow page", () => {
  it("has tabs for the conversation, the files and the review", async () => {
    const { page } = await openProject({ viewport: { width: 390, height: 780 } });
    const choose = (name: string): Promise<void> =>
      page.getByRole("tablist", { name: "Parts of the page" }).getByRole("tab", { name }).click();
    await playTurn(page);
    await choose("Review");
    await page.getByRole("button", { name: /src\/cart\.js/ }).click();
    await getEditor(page, CART).getByText(FIXED).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Tree" }).click();
    await getTreeItem(page, "README.md").click();
    await getEditor(page, "README.md").waitFor();
    await choose("Conversation");
    await getComposer(page).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
  });
});

it.each(["light", "dark"] as const)("has no violations of axe, %s", async (colorScheme) => {
  const { page } = await openProject({ colorScheme });
  await showFiles(page);
  await playTurn(page);
  await goToFile(page, "cart", CART);
  await page.getByText("1 change", { exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Control+p");
  await page.getByRole("dialog", { name: "Go to a file" }).waitFor();
  expect(await findViolations(page)).toEqual([]);
});
