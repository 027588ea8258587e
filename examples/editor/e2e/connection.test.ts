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
    const page = await openPage(editor.address);
    const alert = page.getByRole("alert");
    await alert.getByText("The agent could not be started").waitFor();
    await alert.getByText('The command "no-such-agent" was not found.').waitFor();
    const socket = page.waitForEvent("websocket");
    await page.getByRole("button", { name: "Reconnect" }).click();
    await socket;
    await alert.getByText("The agent could not be started").waitFor();
  });

  it("shows why an agent exited and keeps its session read-only", async () => {
    const { page } = await openFixture("dies");
    await sendPrompt(page, "Go");
    const notice = page.getByRole("status").filter({ hasText: "This session is read-only" });
    await notice.getByText(/Agent exited with code 1.*This agent cannot load sessions/).waitFor();
    await getStatus(getToolCallCard(page, "Test"), "unfinished").waitFor();
    await notice.getByText(/Agent output/).click();
    await notice.getByText("out of memory", { exact: true }).waitFor();
    expect(await getComposer(page).isDisabled()).toBe(true);
    await notice.getByRole("button", { name: "New session" }).click();
    await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
    expect(await getComposer(page).isEnabled()).toBe(true);
    expect(await page.locator(".acp-spinner").count()).toBe(0);
  });

  it("opens a new session of the printed command in the printed folder, and focuses its composer", async () => {
    const cwd = await temporaryFolder();
    const agent = `node "${fixturePath("agent.mjs")}" fails`;
    const editor = await startEditor(["--agent", agent, "--cwd", cwd]);
    const page = await openPage(editor.address);
    await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
    const isFocused = (): Promise<boolean> =>
      getComposer(page).evaluate((field) => field === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.type("Go");
    expect(await getComposer(page).inputValue()).toBe("Go");
    await page.locator(".header").getByTitle(cwd).waitFor();
    expect(await page.getByRole("article").count()).toBe(0);
  });

  it("shows the output of an agent that does not send ACP messages", async () => {
    const { page } = await openFixture("garbage");
    await page.getByText("The agent wrote 1 line to stdout that is not an ACP message").waitFor();
    await page.getByText("stdout: Usage: agent [--acp]").waitFor();
    await page.getByRole("button", { name: "Reconnect" }).waitFor();
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
    const page = await openPage(editor.address);
    await getComposer(page).waitFor();
    const [cookie] = await page.context().cookies();
    const socket = connect(editor, {
      cookie: `${cookie?.name}=${cookie?.value}`,
      origin: "http://attacker.invalid",
    });
    expect(await refusalOf(socket)).toBe(403);
  });
});
