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
    const notice = page.getByRole("status").filter({ hasText: "Trying again" });
    await notice.waitFor();
    await notice.waitFor({ state: "detached" });
    await page.getByText(/Interrupted after/).waitFor();
    await getStatus(getToolCallCard(page, EDIT), "unfinished").waitFor();
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

describe.each([1, 2] as const)("a turn that ends with its agent in version %i", (version) => {
  it("says which signal ended the agent, and continues in the restored session", async () => {
    const { page, kill } = await openKillableAgent(version);
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, EDIT).waitFor();
    await kill();
    const end = page.getByRole("status").filter({ hasText: "Interrupted after" });
    await end.getByText("The agent was ended by SIGKILL.").waitFor();
    await end.getByRole("button", { name: "Continue" }).click();
    await page
      .getByRole("article", { name: "You" })
      .getByText("Continue", { exact: true })
      .waitFor();
    await waitUntilIdle(page);
    await page.getByText(/Worked for/).waitFor();
    expect(await page.getByRole("button", { name: "Continue" }).count()).toBe(0);
    expect(await getComposer(page).evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    // The reason stays readable.
    await end.getByText("The agent was ended by SIGKILL.").waitFor();
  });

  it("shows the exit code and the last output of the agent", async () => {
    const { page, fail } = await openKillableAgent(version);
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, EDIT).waitFor();
    await fail();
    await page
      .getByRole("status")
      .filter({ hasText: "Interrupted after" })
      .getByText(/exited with code 134:\s+FATAL ERROR: Reached heap limit\s+Out of memory\.$/)
      .waitFor();
  });
});

it("retries with increasing delays", async () => {
  const { page, killPermanently } = await openKillableAgent(2);
  await sendPrompt(page, "Fix the total of the cart");
  await getRequest(page, EDIT).waitFor();
  await killPermanently();
  const notice = page.getByRole("status").filter({ hasText: "Trying again in" });
  await notice.getByText("(attempt 3)").waitFor();
  await notice.getByText("The agent exited with code 1").waitFor();
  expect(await getComposer(page).isEnabled()).toBe(true);
});
