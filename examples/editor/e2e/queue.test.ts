import { describe, expect, it } from "vitest";
import { getComposer, getQueue, getRequest, sendPrompt, waitUntilIdle } from "./support/panel.js";
import { shareDemo } from "./support/sharedPage.js";

const EDIT = "Make total() count every item";

describe.each([1, 2] as const)(
  "a prompt sent while a turn is running, in version %i",
  (version) => {
    const openSession = shareDemo({ version });

    it("is queued, can be removed, and is paused when the user stops the turn", async () => {
      const page = await openSession();
      await sendPrompt(page, "Fix the total of the cart");
      await getRequest(page, EDIT).waitFor();
      await sendPrompt(page, "First thing");
      await getQueue(page).getByText("First thing").waitFor();
      await sendPrompt(page, "Second thing");
      await getQueue(page).getByText("Second thing").waitFor();
      await expect.poll(() => getComposer(page).inputValue()).toBe("");
      await getQueue(page).getByRole("button", { name: "Remove: First thing" }).click();
      await getQueue(page).getByText("First thing").waitFor({ state: "detached" });
      await page.keyboard.press("Escape");
      await getQueue(page).getByText("Queue paused (1 prompt)").waitFor();
      await page.getByText(/You stopped the agent/).waitFor();
      expect(await page.getByRole("article", { name: "You" }).count()).toBe(1);
      await getQueue(page).getByRole("button", { name: "Resume queue" }).click();
      await page.getByRole("article", { name: "You" }).getByText("Second thing").waitFor();
      await getQueue(page).waitFor({ state: "detached" });
      await waitUntilIdle(page);
    });

    it("is sent automatically when the turn ends", async () => {
      const page = await openSession();
      await page
        .getByRole("combobox", { name: "Mode", exact: true })
        .selectOption({ label: "Auto" });
      await sendPrompt(page, "/long 1");
      await sendPrompt(page, "/fail");
      await page.getByText("As expected").waitFor();
      await waitUntilIdle(page);
      expect(await page.getByText(/Worked for/).count()).toBe(2);
    });
  },
);
