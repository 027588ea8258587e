import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { startEditor } from "../tests/support/editor.js";
import { temporaryFolder } from "../../agent/tests/support/programs.js";
import { openPage } from "../../../tests/support/openPage.js";
import { createDemoOpener } from "./support/browser.js";
import {
  answerRequest,
  chooseSessionAction,
  getComposer,
  getRequest,
  sendPrompt,
  getSessionRow,
  waitUntilIdle,
} from "./support/panel.js";

const FIX = "Fix the total of the cart";
const EDIT = "Make total() count every item";
const COUNT = "node counter.js 600";

describe.each([1, 2] as const)("the session list in version %i", (version) => {
  const openDemo = createDemoOpener(version);

  it("switches between sessions and counts the pending requests of each", async () => {
    const { page } = await openDemo();
    await sendPrompt(page, FIX);
    await getRequest(page, EDIT).waitFor();
    await getComposer(page).fill("A draft");
    await page.getByRole("button", { name: "New session", exact: true }).click();
    await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
    await getSessionRow(page, FIX).filter({ hasText: "1 request waiting for you" }).waitFor();
    expect(await getRequest(page, EDIT).count()).toBe(0);
    await expect.poll(() => page.title()).toMatch(/^\(1\) .* – acp-store editor$/);
    await sendPrompt(page, "/long 600");
    await getRequest(page, COUNT).waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(2\) .* – acp-store editor$/);

    await getSessionRow(page, FIX).press("Enter");
    await answerRequest(page, EDIT, "Reject");
    expect(await getComposer(page).inputValue()).toBe("A draft");
    expect(await getRequest(page, COUNT).count()).toBe(0);
    await chooseSessionAction(page, "/long 600", "Close");
    await expect.poll(() => page.title()).toMatch(/^\(1\) .* – acp-store editor$/);
    await answerRequest(page, "node check.js", "Reject");
    await waitUntilIdle(page);
    await expect.poll(() => page.title()).toMatch(/^[^(]+ – acp-store editor$/);
    await chooseSessionAction(page, FIX, "Close");
    await page.getByRole("heading", { name: "What should an agent do?" }).waitFor();
  });

  it("loads an earlier session after a restart", async () => {
    const cwd = await temporaryFolder();
    const args = ["--cwd", cwd, "--protocol", String(version)];
    const before = await startEditor(args);
    const page = await openPage(before.address);
    await sendPrompt(page, "/fail");
    await page.getByText("As expected").waitFor();
    await waitUntilIdle(page);
    await page.context().close();
    before.process.kill("SIGTERM");
    await once(before.process, "exit");

    const after = await startEditor(args);
    const reopened = await openPage(after.sessionAddress);
    await getSessionRow(reopened, "/fail").click();
    await reopened.getByText("As expected").waitFor();
    expect(await reopened.getByRole("article", { name: "You" }).count()).toBe(1);
    await waitUntilIdle(reopened);
    await sendPrompt(reopened, "/fail");
    await reopened.getByText(/Worked for/).waitFor();
    expect(await reopened.getByRole("article", { name: "You" }).count()).toBe(2);
  });

  it("opens in a drawer on a narrow screen", async () => {
    const { page } = await openDemo(1000, { viewport: { width: 380, height: 760 } });
    await sendPrompt(page, FIX);
    await getRequest(page, EDIT).waitFor();
    await page.getByRole("button", { name: "Sessions", exact: true }).press("Enter");
    const drawer = page.getByRole("dialog", { name: "Sessions" });
    await drawer.getByRole("button", { name: "New session", exact: true }).click();
    await drawer.waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
    await page.getByRole("button", { name: "Sessions, 1 waiting for you" }).click();
    await getSessionRow(page, FIX).click();
    await drawer.waitFor({ state: "hidden" });
    await getRequest(page, EDIT).waitFor();
  });
});
