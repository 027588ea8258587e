import { describe, it } from "vitest";
import { openRecording } from "./support/browser.js";
import { answerRequest, sendPrompt, waitUntilIdle } from "./support/panel.js";
import { shareDemo } from "./support/sharedPage.js";

const EDIT = "Make total() count every item";

describe("the side panel", () => {
  const openSession = shareDemo();

  it("lists the changes of the agent, rejects one, and tells the agent", async () => {
    const page = await openSession();
    await sendPrompt(page, "Fix the total of the cart");
    await answerRequest(page, EDIT, "Allow");
    await answerRequest(page, "node check.js", "Allow");
    await waitUntilIdle(page);
    await page.getByRole("button", { name: /1 file to review/ }).click();
    const side = page.getByRole("complementary", { name: "Changes to review" });
    const change = side.getByRole("group", { name: "Change 1 in src/cart.js" }).first();
    await change.getByText("added: sum += prices[name] * count;").waitFor();
    await side.getByRole("button", { name: "Reject change 1 in src/cart.js" }).click();
    await side.getByText("There is nothing to review.").waitFor();
    await page.getByText("Your next message tells the agent what you rejected.").waitFor();
    await sendPrompt(page, "/fail");
    await page.getByText("The user has rejected these changes.").waitFor();
    await side.getByRole("button", { name: "Close", exact: true }).click();
    await side.waitFor({ state: "detached" });
  });

  it("explains that a recording contains no files", async () => {
    const page = await openRecording();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("slider", { name: "Position" }).fill("62");
    await page.getByRole("button", { name: "Follow the agent" }).click();
    const side = page.getByRole("complementary", { name: "Following the agent" });
    await side
      .getByText(/Recordings contain no files|This text comes from the tool call/)
      .waitFor();
  });
});
