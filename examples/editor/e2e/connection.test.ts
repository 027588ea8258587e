import { describe, expect, it } from "vitest";
import { connect, refusalOf, startEditor } from "../tests/support/editor.js";
import { openPage } from "../../../tests/support/openPage.js";
import { temporaryFolder } from "../../agent/tests/support/programs.js";
import { fixturePath } from "./support/fixturePath.js";
import { openFixture } from "./support/browser.js";
import {
  getToolCallCard,
  getComposer,
  sendPrompt,
  waitUntilIdle,
  getStatus,
} from "./support/panel.js";

describe("the connection", () => {
  it("reports that the command was not found and can retry", async () => {
    const editor = await startEditor(["--agent", "no-such-agent --acp"]);
    const page = await openPage(editor.sessionAddress);
    const alert = page.getByRole("alert").filter({
      hasText: 'The command "no-such-agent" was not found. Install it, or use its full path.',
    });
    await alert.waitFor();
    const card = page.getByRole("main").getByRole("button", { name: /no-such-agent Failed/ });
    await card.click();
    await alert.waitFor();
  });

  it("shows why an agent exited and keeps its session read-only", async () => {
    const { page } = await openFixture("dies");
    await sendPrompt(page, "Go");
    const reason = "The agent exited with code 1: out of memory.";
    await page.getByRole("region", { name: "Messages" }).getByText(reason).waitFor();
    const notice = page.getByRole("status").filter({ hasText: "This session is read-only" });
    await notice.getByText(/This agent cannot load sessions/).waitFor();
    expect(await page.getByText("Not sent").count()).toBe(0);
    await getStatus(getToolCallCard(page, "Test"), "unfinished").waitFor();
    expect(await getComposer(page).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "New session", exact: true }).click();
    await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
    expect(await getComposer(page).isEnabled()).toBe(true);
    expect(await page.locator(".acp-spinner").count()).toBe(0);
  });

  it("opens a new session of the printed command in the printed folder, and focuses its composer", async () => {
    const cwd = await temporaryFolder();
    const agent = `node "${fixturePath("agent.mjs")}" fails`;
    const editor = await startEditor(["--agent", agent, "--cwd", cwd]);
    const page = await openPage(editor.sessionAddress);
    await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
    const isFocused = (): Promise<boolean> =>
      getComposer(page).evaluate((field) => field === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.type("Go");
    expect(await getComposer(page).inputValue()).toBe("Go");
    await page.locator(".acp-app-header").getByTitle(cwd).waitFor();
    expect(await page.getByRole("article").count()).toBe(0);
  });

  it("signs in with a method that the agent offers", async () => {
    const { page } = await openFixture("signIn");
    await page.getByRole("button", { name: /API key/ }).click();
    await page.getByRole("alert").getByText("No key is set").waitFor();
    await page.getByRole("button", { name: "Log in" }).click();
    await sendPrompt(page, "Go");
    await page.getByText(/Worked for/).waitFor();
  });

  it("shows the error with which a prompt failed", async () => {
    const { page } = await openFixture("fails");
    await sendPrompt(page, "Go");
    await page.getByRole("alert").getByText("The model is overloaded (error -32603)").waitFor();
    await waitUntilIdle(page);
  });

  it("is refused for a page from another origin", async () => {
    const editor = await startEditor();
    const page = await openPage(editor.sessionAddress);
    await getComposer(page).waitFor();
    const [cookie] = await page.context().cookies();
    const socket = connect(editor, {
      cookie: `${cookie?.name}=${cookie?.value}`,
      origin: "http://attacker.invalid",
    });
    expect(await refusalOf(socket)).toBe(403);
  });
});
