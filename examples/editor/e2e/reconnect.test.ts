import { describe, expect, it } from "vitest";
import { openMortal } from "./support/mortal.js";
import { card, composer, queue, request, send, settled, status } from "./support/panel.js";

const EDIT = "Make total() count every item";

describe.each([1, 2] as const)("an agent that is killed, in version %i", (version) => {
  it("is started again, and brings its session back", async () => {
    const { page, kill } = await openMortal(version);
    await send(page, "Fix the total of the cart");
    await request(page, EDIT).waitFor();
    await kill();
    const notice = page.getByRole("status").filter({ hasText: "Starting it again" });
    await notice.getByText("The turn was cut off").waitFor();
    await notice.waitFor({ state: "detached" });
    await page.getByText(/Cut off after/).waitFor();
    await status(card(page, EDIT), "stale").waitFor();
    await page.getByText(/Not answered: the connection/).waitFor();
    expect(await request(page, EDIT).count()).toBe(0);
    // What took the place of the request has not moved the end out of view.
    expect(await page.getByRole("button", { name: "Jump to latest" }).count()).toBe(0);
    await settled(page);
    await send(page, "/fail");
    await page.getByText("As expected").waitFor();
    expect(await page.getByRole("article", { name: "You" }).count()).toBe(2);
  });

  it("leaves what was written and queued to the user", async () => {
    const { page, kill } = await openMortal(version);
    await send(page, "Fix the total of the cart");
    await request(page, EDIT).waitFor();
    await send(page, "What next?");
    await composer(page).fill("Half a thought");
    await kill();
    await queue(page).getByText("1 prompt held back").waitFor();
    expect(await composer(page).inputValue()).toBe("Half a thought");
    await queue(page).getByRole("button", { name: "Send now" }).click();
    await page.getByRole("article", { name: "You" }).getByText("What next?").waitFor();
    await queue(page).waitFor({ state: "detached" });
  });
});

it("is tried again a little later each time", async () => {
  const { page, killForGood } = await openMortal(2);
  await send(page, "Fix the total of the cart");
  await request(page, EDIT).waitFor();
  await killForGood();
  const notice = page.getByRole("status").filter({ hasText: "Starting it again in" });
  await notice.getByText("(try 3)").waitFor();
  await notice.getByText("Agent exited with code 1").waitFor();
  expect(await composer(page).isEnabled()).toBe(true);
});
