import { act } from "@testing-library/react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { showSession } from "./support/showSession.js";
import { createLines } from "./support/toolCalls.js";

const LINES = 20_000;
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".acp-file-row")];
const numbers = (): number[] => rows().map(({ dataset }) => Number(dataset["line"]));

it("scrolls through all lines of a file, and renders only those near the view", async () => {
  const { update, countElements } = await showSession({ readFile: async () => createLines(LINES) });
  const move = (line: number): void =>
    update({
      sessionUpdate: "tool_call_update",
      ...{ toolCallId: "read", title: "Read", kind: "read", status: "in_progress" },
      locations: [{ path: "/project/src/long.ts", line }],
    });
  move(9000);
  await page.getByRole("button", { name: "Follow the agent" }).click();
  const file = page.getByRole("region", { name: "src/long.ts" });
  const readView = (): number[] => {
    const { top, bottom } = file.element().getBoundingClientRect();
    return rows()
      .filter((row) => row.getBoundingClientRect().bottom > top)
      .filter((row) => row.getBoundingClientRect().top < bottom)
      .map(({ dataset }) => Number(dataset["line"]));
  };
  await expect.poll(readView).toContain(9000);
  expect(document.querySelector("[aria-current]")?.textContent).toBe(
    "export const value8999 = 8999;",
  );
  await expect
    .poll(() => document.querySelector(".acp-file-row .acp-token-keyword"))
    .not.toBeNull();

  act(() => move(15_000));
  await expect.poll(readView).toContain(15_000);
  const scroller = file.element();
  scroller.scrollTop = scroller.scrollHeight;
  await expect.poll(() => numbers().at(-1)).toBe(LINES);
  await expect.poll(() => readView().at(-1)).toBe(LINES);
  scroller.scrollTop = 0;
  await expect.poll(() => readView()[0]).toBe(1);
  expect(rows().length).toBeLessThan(200);
  expect(countElements()).toBeLessThan(2000);
});
