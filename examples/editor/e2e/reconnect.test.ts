import { describe, expect, it } from "vitest";
import { openKillableAgent } from "./support/killableAgent.js";
import {
  getToolCallCard,
  getComposer,
  getQueue,
  getRequest,
  sendPrompt,
  waitUntilIdle,
  getStatus,
} from "./support/panel.js";

const EDIT = "Make total() count every item";

describe.each([1, 2] as const)("a killed agent in version %i", (version) => {
  it("is restarted and restores its session", async () => {
    const { page, kill } = await openKillableAgent(version);
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, EDIT).waitFor();
    await kill();
    const notice = page.getByRole("status").filter({ hasText: "Restarting the agent" });
    await notice.getByText("The turn was interrupted").waitFor();
    await notice.waitFor({ state: "detached" });
    await page.getByText(/Interrupted after/).waitFor();
    await getStatus(getToolCallCard(page, EDIT), "stale").waitFor();
    await page.getByText(/Not answered: the connection/).waitFor();
    expect(await getRequest(page, EDIT).count()).toBe(0);
    // The notices that replaced the request have not moved the end out of view.
    expect(await page.getByRole("button", { name: "Jump to latest" }).count()).toBe(0);
    await waitUntilIdle(page);
    await sendPrompt(page, "/fail");
    await page.getByText("As expected").waitFor();
    expect(await page.getByRole("article", { name: "You" }).count()).toBe(2);
  });

  it("keeps the draft and pauses the queue", async () => {
    const { page, kill } = await openKillableAgent(version);
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, EDIT).waitFor();
    await sendPrompt(page, "What next?");
    await getComposer(page).fill("Half a thought");
    await kill();
    await getQueue(page).getByText("Queue paused (1 prompt)").waitFor();
    await expect.poll(() => getComposer(page).inputValue()).toBe("Half a thought");
    await getQueue(page).getByRole("button", { name: "Resume queue" }).click();
    await page.getByRole("article", { name: "You" }).getByText("What next?").waitFor();
    await getQueue(page).waitFor({ state: "detached" });
  });
});

it("retries with increasing delays", async () => {
  const { page, killPermanently } = await openKillableAgent(2);
  await sendPrompt(page, "Fix the total of the cart");
  await getRequest(page, EDIT).waitFor();
  await killPermanently();
  const notice = page.getByRole("status").filter({ hasText: "Restarting the agent in" });
  await notice.getByText("(attempt 3)").waitFor();
  await notice.getByText("Agent exited with code 1").waitFor();
  expect(await getComposer(page).isEnabled()).toBe(true);
});
