import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { showSession } from "./support/showSession.js";

/** Returns the parts of the hint that are shown. Throws if one of them is cut. */
function readHint(): readonly string[] {
  const hint = document.querySelector(".acp-composer-hint");
  if (hint === null) throw new Error("There is no hint.");
  const box = hint.getBoundingClientRect();
  return Array.from(hint.children).flatMap((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    if (top >= box.bottom) return [];
    // Half a pixel is rounding.
    const isWhole =
      left >= box.left - 0.5 && right <= box.right + 0.5 && bottom <= box.bottom + 0.5;
    if (!isWhole) throw new Error(`"${part.textContent}" is cut.`);
    return [part.textContent];
  });
}

const SEND = "Enter to send";
const NEW_LINE = ", Shift Enter for a new line";
const COMMANDS = ", / for commands";

describe("the hint of the composer", () => {
  it.each([
    [1280, [SEND, NEW_LINE, COMMANDS, ", @ for files"]],
    [650, [SEND, NEW_LINE]],
  ] as const)("has only the parts that fit in a panel of %i px", async (width, parts) => {
    const { update } = await showSession({ width });
    const cost = { amount: 0.42, currency: "USD" };
    update({ sessionUpdate: "usage_update", used: 61_000, size: 200_000, cost });
    await expect.element(page.getByRole("meter")).toBeVisible();
    await page.screenshot({ path: `__screenshots__/hint-${width}.png` });
    expect(readHint()).toEqual(parts);
  });

  it("has only the parts that fit beside an open side panel", async () => {
    const { update } = await showSession({ width: 900 });
    const diff = { type: "diff", path: "/project/a.ts", oldText: "one\n", newText: "two\n" };
    update({
      ...{ sessionUpdate: "tool_call", toolCallId: "a", title: "Edit", kind: "edit" },
      ...{ status: "completed", content: [diff] },
    });
    const cost = { amount: 0.42, currency: "USD" };
    update({ sessionUpdate: "usage_update", used: 61_000, size: 200_000, cost });
    await page.getByRole("button", { name: /1 file changed/ }).click();
    await expect.element(page.getByRole("complementary")).toBeVisible();
    await page.screenshot({ path: "__screenshots__/hint-side.png" });
    expect(readHint()).toEqual([SEND]);
  });

  it("is left out if its first part does not fit", async () => {
    await showSession({
      width: 700,
      texts: { composer: { sendHint: `${"{Enter} to send ".repeat(20)}, {/} for commands` } },
    });
    await expect.element(page.getByRole("button", { name: "Send" })).toBeVisible();
    expect(readHint()).toEqual([]);
  });
});
