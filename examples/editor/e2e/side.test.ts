import { describe, expect, it } from "vitest";
import { openDemo, openRecording } from "./support/browser.js";
import { answer, request, send, settled } from "./support/panel.js";

const EDIT = "Make total() count every item";

describe("beside the conversation", () => {
  it("lists the changed files with what became of them", async () => {
    const { page } = await openDemo();
    await send(page, "Fix the total of the cart");
    await answer(page, EDIT, "Allow");
    await answer(page, "node check.js", "Allow");
    await settled(page);
    await page.getByRole("button", { name: /1 file changed/ }).click();
    const side = page.getByRole("complementary", { name: "Changed files" });
    const changes = side.getByRole("group", { name: "Changes in src/cart.js" });
    await changes.getByText("added: sum += prices[name] * count;").waitFor();
    await side.getByRole("button", { name: "Close", exact: true }).click();
    await side.waitFor({ state: "detached" });
  });

  it("follows the agent to its file and line", async () => {
    const { page } = await openDemo();
    await send(page, "Fix the total of the cart");
    await request(page, EDIT).waitFor();
    await page.getByRole("button", { name: "Follow the agent" }).click();
    const side = page.getByRole("complementary", { name: "Following the agent" });
    const file = side.getByRole("region", { name: "src/cart.js" });
    const line = file.locator("[aria-current]");
    await line.waitFor();
    expect(await line.getAttribute("data-line")).toMatch(/^\d+$/);
    await file.getByText("sum += prices[name];").waitFor();
    await answer(page, EDIT, "Allow");
    await file.getByText("sum += prices[name] * count;").waitFor();
  });

  it("opens the place that a tool call names", async () => {
    const { page } = await openDemo();
    await send(page, "Fix the total of the cart");
    await request(page, EDIT).waitFor();
    await page.getByRole("list", { name: "Locations" }).getByRole("button").first().click();
    await page.getByRole("complementary", { name: "File" }).getByRole("region").first().waitFor();
  });

  it("says what a recording cannot show", async () => {
    const page = await openRecording();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("slider", { name: "Position" }).fill("62");
    await page.getByRole("button", { name: "Follow the agent" }).click();
    const side = page.getByRole("complementary", { name: "Following the agent" });
    await side.getByText(/A recording holds no files|As the tool call shows it/).waitFor();
  });
});
