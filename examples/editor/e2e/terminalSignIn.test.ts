import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { findViolations } from "../../../tests/support/axe.js";
import { openPage } from "../../../tests/support/openPage.js";
import { startEditor } from "../tests/support/editor.js";
import { getAnswers, getComposer, sendPrompt } from "./support/panel.js";

const AGENT = fileURLToPath(
  new URL("../../../packages/server/tests/fixtures/signInAgent.mjs", import.meta.url),
);

/** Opens the page with an agent that requires a sign-in in a terminal, and starts that sign-in. */
async function openSignIn(options?: Parameters<typeof openPage>[1]) {
  const folder = mkdtempSync(join(tmpdir(), "acp-sign-in-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const editor = await startEditor(["--agent", `node "${AGENT}" "${folder}"`]);
  const page = await openPage(editor.sessionAddress, options);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in to signInAgent" });
  await dialog.locator(".xterm-rows").getByText("Your name:").waitFor();
  return { page, dialog, folder };
}

const shot = (page: Page, name: string): Promise<unknown> =>
  process.env.ACP_SHOTS === undefined
    ? Promise.resolve()
    : page.screenshot({ path: join(process.env.ACP_SHOTS, `${name}.png`) });

describe("signing in in a terminal", () => {
  it("runs the program of the agent, and the prompt works afterwards", async () => {
    const { page, dialog, folder } = await openSignIn();
    // The terminal has the focus.
    await page.keyboard.type("Robin");
    await dialog.locator(".xterm-rows").getByText("Your name: Robin").waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(existsSync(join(folder, "account"))).toBe(false);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(readFileSync(join(folder, "account"), "utf8")).toBe("Robin");
    // The agent has refused to open the session before.
    await getComposer(page).waitFor();
    await sendPrompt(page, "Who am I?");
    await getAnswers(page).getByText("Hello, Robin.").waitFor();
  });

  it("keeps Escape for the program, and is left with Shift+F6", async () => {
    const { page, dialog } = await openSignIn();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const terminal = page.getByRole("textbox", { name: "Terminal of signInAgent" });
    expect(await terminal.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Shift+F6");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("alert").getByText("The terminal was closed before").waitFor();
  });

  it("shows why the program has failed, with its output", async () => {
    const { page, dialog } = await openSignIn();
    await page.keyboard.type("nobody\r");
    await dialog.getByRole("status").getByText("the program exited with code 3").waitFor();
    await dialog.locator(".xterm-rows").getByText("Your name: nobody").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Log in failed: the program exited").waitFor();
  });

  it.each([
    ["light", 1000],
    ["dark", 1000],
    ["dark", 390],
  ] as const)("fits the page, %s, %i pixels wide", async (colorScheme, width) => {
    const viewport = { width, height: 700 };
    const { page, dialog } = await openSignIn({ colorScheme, viewport });
    await shot(page, `terminal-${colorScheme}-${width}`);
    const box = await dialog.boundingBox();
    const screen = await dialog.locator(".xterm-screen").boundingBox();
    if (box === null || screen === null) throw new Error("The terminal is not visible.");
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(screen.x + screen.width).toBeLessThanOrEqual(box.x + box.width);
    expect(await findViolations(page)).toEqual([]);
  });
});
