import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { startEditor } from "../tests/support/editor.js";
import { temporaryFolder } from "../tests/support/programs.js";
import { demoIn, openPage } from "./support/browser.js";
import { answer, composer, request, send, session, settled } from "./support/panel.js";

const FIX = "Fix the total of the cart";
const EDIT = "Make total() count every item";
const COUNT = "node counter.js 600";

describe.each([1, 2] as const)("several sessions in version %i", (version) => {
  const openDemo = demoIn(version);

  it("each have their own requests, and a badge", async () => {
    const { page } = await openDemo();
    await send(page, FIX);
    await request(page, EDIT).waitFor();
    await composer(page).fill("A draft");
    await page.getByRole("button", { name: "New session" }).click();
    await page.getByRole("heading", { name: "What shall we work on?" }).waitFor();
    await session(page, FIX).filter({ hasText: "1 request waiting for you" }).waitFor();
    expect(await request(page, EDIT).count()).toBe(0);
    await expect.poll(() => page.title()).toBe("(1) acp-store editor");
    await send(page, "/long 600");
    await request(page, COUNT).waitFor();
    await expect.poll(() => page.title()).toBe("(2) acp-store editor");

    await session(page, FIX).press("Enter");
    await answer(page, EDIT, "Reject");
    expect(await composer(page).inputValue()).toBe("A draft");
    expect(await request(page, COUNT).count()).toBe(0);
    await page.getByRole("button", { name: "Close /long 600" }).click();
    await session(page, "/long 600").waitFor({ state: "detached" });
    await answer(page, "node check.js", "Reject");
    await settled(page);
    await expect.poll(() => page.title()).toBe("acp-store editor");
    await page.getByRole("button", { name: `Close ${FIX}` }).click();
    await page.getByRole("heading", { name: "No session is open" }).waitFor();
  });

  it("are loaded again after a restart", async () => {
    const cwd = await temporaryFolder();
    const args = ["--cwd", cwd, "--protocol", String(version)];
    const before = await startEditor(args);
    const page = await openPage(before.address);
    await send(page, "/fail");
    await page.getByText("As expected").waitFor();
    await settled(page);
    await page.context().close();
    before.process.kill("SIGTERM");
    await once(before.process, "exit");

    const after = await startEditor(args);
    const again = await openPage(after.address);
    const earlier = again.getByRole("region", { name: "Earlier" });
    await earlier.getByRole("button", { name: /\/fail/ }).click();
    await again.getByText("As expected").waitFor();
    expect(await again.getByRole("article", { name: "You" }).count()).toBe(1);
    await earlier.waitFor({ state: "detached" });
    await settled(again);
    await send(again, "/fail");
    await again.getByText(/Worked for/).waitFor();
    expect(await again.getByRole("article", { name: "You" }).count()).toBe(2);
  });

  it("are in a drawer where there is no room for them", async () => {
    const { page } = await openDemo(1000, { viewport: { width: 380, height: 760 } });
    await send(page, FIX);
    await request(page, EDIT).waitFor();
    await page.getByRole("button", { name: "Sessions", exact: true }).press("Enter");
    const drawer = page.getByRole("dialog", { name: "Sessions" });
    await drawer.getByRole("button", { name: "New session", exact: true }).click();
    await drawer.waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: "What shall we work on?" }).waitFor();
    await page.getByRole("button", { name: "Sessions, 1 request waiting" }).click();
    await session(page, FIX).click();
    await drawer.waitFor({ state: "hidden" });
    await request(page, EDIT).waitFor();
  });
});
