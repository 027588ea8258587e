import { describe, expect, it } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { violations } from "../../devtools/browser/support/looks.js";
import { showSession } from "./support/showSession.js";
import { createLines, edit } from "./support/toolCalls.js";

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".acp-diff-row")];
const readTexts = (): (string | undefined)[] =>
  rows().map((row) => row.querySelector(".acp-diff-text")?.textContent);

/** Returns the update of a completed tool call that changes a file of 40 lines. */
function change(): object {
  const path = "/project/src/cart.txt";
  const oldText = createLines(40);
  const newText = oldText
    .replace("value20 = 20", "value20 = total")
    .replace("value24 = 24;", "value24;");
  return {
    sessionUpdate: "tool_call",
    ...{ toolCallId: "change", title: "Edit cart.txt", kind: "edit", status: "completed" },
    locations: [{ path }],
    content: [{ type: "diff", path, oldText, newText }],
  };
}

/** Returns the texts that screen readers read. The test runs in a frame of the page. */
async function readAccessibleTexts(): Promise<string> {
  const { frameTree } = await cdp().send("Page.getFrameTree");
  const frame = frameTree.childFrames?.find(({ frame: { url } }) => url === location.href);
  const { nodes } = await cdp().send(
    "Accessibility.getFullAXTree",
    frame && { frameId: frame.frame.id },
  );
  return nodes
    .filter(({ ignored, role }) => !ignored && role?.value === "StaticText")
    .map(({ name }) => name?.value)
    .join("\n");
}

describe("a long diff", () => {
  it("shows its first lines, and the others on request, also with the keyboard", async () => {
    const { update } = await showSession();
    update(edit("long", { lines: 120 }));
    const more = page.getByRole("button", { name: "Show 108 more lines, Changes in src/long.ts" });
    await expect.element(more).toHaveTextContent(/^Show 108 more lines$/);
    await expect.element(more).toHaveAttribute("aria-expanded", "false");
    expect(rows()).toHaveLength(12);
    (more.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => rows().length).toBeGreaterThan(50);
    const scroller = page.getByRole("group", { name: "Changes in src/long.ts" });
    scroller.element().scrollTop = scroller.element().scrollHeight;
    await expect.poll(() => readTexts().at(-1)).toBe("export const value119 = 119;");
    const fewer = page.getByRole("button", { name: /^Show fewer lines/ });
    expect(document.activeElement).toBe(fewer.element());
    await userEvent.keyboard(" ");
    await expect.poll(() => rows().length).toBe(12);
  });

  it("shows a diff of up to 16 lines without a button", async () => {
    const { update } = await showSession();
    update(edit("short", { lines: 16 }));
    await expect.poll(() => rows().length).toBe(16);
    expect(page.getByRole("button", { name: /lines/ }).elements()).toEqual([]);
  });

  it("renders only the lines near the view when it has 2,000 of them", async () => {
    const { update, countElements } = await showSession();
    update(edit("large", { lines: 2000 }));
    await page.getByRole("button", { name: /^Show 1988 more lines/ }).click();
    const scroller = page.getByRole("group", { name: "Changes in src/large.ts" }).element();
    await expect.poll(() => rows().length).toBeGreaterThan(50);
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      scroller.scrollTop = share * scroller.scrollHeight;
      const { top, height } = scroller.getBoundingClientRect();
      const middle = Math.round((scroller.scrollTop + height / 2) / (scroller.scrollHeight / 2000));
      await expect.poll(readTexts).toContain(`export const value${middle} = ${middle};`);
      // The line is where the scroll bar says that it is.
      const row = rows().find(({ textContent }) => textContent.includes(`value${middle} `));
      const center = (row?.getBoundingClientRect().top ?? 0) - top;
      expect(Math.abs(center - height / 2)).toBeLessThan(40);
      expect(rows().length).toBeLessThan(150);
      expect(countElements()).toBeLessThan(2000);
    }
    await expect.poll(() => readTexts().at(-1)).toBe("export const value1999 = 1999;");
  });
});

describe("the column of line numbers", () => {
  it("counts the lines before and after the change, and is neither copied nor read out", async () => {
    const { update } = await showSession();
    update(change());
    await expect.poll(() => rows().length).toBe(13);
    const changed = rows().filter((row) => /added|removed/.test(row.className));
    expect(changed.map(({ dataset }) => [dataset["old"], dataset["new"]])).toEqual([
      ["21", "  "],
      ["  ", "21"],
      ["25", "  "],
      ["  ", "25"],
    ]);
    const numbers = changed.map((row) => [
      getComputedStyle(row, "::before").content,
      getComputedStyle(row, "::after").content,
    ]);
    expect(numbers[0]).toEqual(['"21" / ""', '"  " / ""']);

    const list = document.querySelector(".acp-diff-rows");
    if (list === null) throw new Error("There is no diff.");
    getSelection()?.selectAllChildren(list);
    const copied = getSelection()?.toString() ?? "";
    expect(copied.trimEnd().split("\n")).toEqual(readTexts().join("\n").trimEnd().split("\n"));
    const read = await readAccessibleTexts();
    expect(read).toMatch(/^removed:\s*$/m);
    expect(read).toContain("value24");
    expect(read).not.toMatch(/^\s*(?:21|25|−|\+)\s*$/m);
    expect(await violations()).toEqual([]);
  });

  it("leaves space for the code in a panel of 320 px", async () => {
    const { update } = await showSession({ width: 320 });
    update(change());
    await expect.poll(() => rows().length).toBe(13);
    const scroller = page.getByRole("group", { name: "Changes in src/cart.txt" }).element();
    const { left, width } = scroller.getBoundingClientRect();
    for (const row of rows().filter(({ className }) => !className.includes("gap"))) {
      const style = [getComputedStyle(row, "::before"), getComputedStyle(row, "::after")];
      expect(style.filter(({ display }) => display !== "none")).toHaveLength(1);
      const text = row.querySelector(".acp-diff-text")?.firstChild;
      const range = document.createRange();
      if (text) range.selectNode(text);
      expect(range.getBoundingClientRect().left - left).toBeLessThan(width * 0.25);
    }
    expect(document.documentElement.scrollWidth).toBe(320);
  });
});
