import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { edit, run } from "./support/toolCalls.js";
import { showSession } from "./support/showSession.js";

/** A command prints lines of many colors. */
const COLORED = Array.from(
  { length: 2500 },
  (_, line) => `\u001B[3${1 + (line % 6)}m${line}\u001B[0m of the colored output of a command`,
).join("\n");

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

describe("the end of the conversation", () => {
  it.each([
    ["an edit of 5 lines", edit("small", { lines: 5 })],
    ["an edit of 120 lines", edit("medium", { lines: 120 })],
    ["an edit of 2,000 lines", edit("large", { lines: 2000 })],
    ["100 kB of colored output", run("colored", { output: COLORED })],
  ])("is in view after %s", async (_, call) => {
    const { update, say, findScroller } = await showSession();
    await say(Array(40).fill("A conversation that is longer than the view.").join("\n\n"));
    update(call);
    await say("That was all.");
    const last = page.getByText("That was all.");
    await expect.element(page.getByRole("button", { name: /^(Write|Run)/ })).toBeVisible();
    const scroller = findScroller();
    const content = scroller.querySelector(".acp-rows");
    await expect
      .poll(() => Math.abs(scroller.scrollHeight - (content?.getBoundingClientRect().height ?? 0)))
      .toBeLessThanOrEqual(1);
    await expect
      .poll(() => scroller.scrollHeight - scroller.scrollTop)
      .toBeLessThan(scroller.clientHeight + 2);
    const { top, bottom } = last.element().getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    expect(top).toBeGreaterThan(view.top);
    expect(bottom).toBeLessThan(view.bottom);
  });

  it.each([1, 2, 3, 5])(
    "stays in view while %i edits per frame turn from cards into a summary",
    async (pace) => {
      const { update, say, findScroller } = await showSession();
      await say(Array(40).fill("A conversation that is longer than the view.").join("\n\n"));
      for (let index = 0; index < 60; index++) {
        update(edit(`file-${index}`, { lines: 20 }));
        if (index % pace === 0) await nextFrame();
      }
      await say("That was all.");
      const scroller = findScroller();
      await expect
        .poll(() => scroller.scrollHeight - scroller.scrollTop)
        .toBeLessThan(scroller.clientHeight + 2);
      await expect
        .element(page.getByRole("button", { name: "Jump to latest" }))
        .not.toBeInTheDocument();
    },
  );

  it("is not offered when rows that shrink bring it into view", async () => {
    const { update, findScroller } = await showSession();
    for (let index = 0; index < 60; index++) update(edit(`file-${index}`, { lines: 20 }));
    const group = page.getByRole("button", { name: /^60 files edited/ });
    await group.click();
    await expect.poll(() => findScroller().scrollHeight).toBeGreaterThan(2000);
    const jump = page.getByRole("button", { name: "Jump to latest" });
    findScroller().focus();
    // A busy browser may scroll so late after the key that the scroll is not the user's.
    await expect
      .poll(async () => {
        await userEvent.keyboard("{Home}");
        return jump.query();
      })
      .not.toBeNull();
    await group.click();
    await expect.element(jump).not.toBeInTheDocument();
  });
});
