import { describe, expect, it } from "vitest";
import { connect, refusalOf, startEditor } from "../tests/support/editor.js";
import { openFixture, openPage } from "./support/browser.js";
import { card, composer, send, settled, status } from "./support/panel.js";

describe("a connection", () => {
  it("says that the command does not exist, and tries again", async () => {
    const editor = await startEditor(["--agent", "no-such-agent --acp"]);
    const page = await openPage(editor.address);
    const alert = page.getByRole("alert");
    await alert.getByText("The agent could not be started").waitFor();
    await alert.getByText('There is no program "no-such-agent"').waitFor();
    const socket = page.waitForEvent("websocket");
    await page.getByRole("button", { name: "Reconnect" }).click();
    await socket;
    await alert.getByText("The agent could not be started").waitFor();
  });

  it("shows why an agent died, and keeps what it cannot bring back", async () => {
    const { page } = await openFixture("dies");
    await send(page, "Go");
    const notice = page.getByRole("status").filter({ hasText: "This session can only be read" });
    await notice.getByText(/Agent exited with code 3.*This agent cannot load sessions/).waitFor();
    await status(card(page, "Test"), "stale").waitFor();
    await notice.getByText(/What the agent printed/).click();
    await notice.getByText("out of memory").waitFor();
    expect(await composer(page).isDisabled()).toBe(true);
    await notice.getByRole("button", { name: "New session" }).click();
    await page.getByRole("heading", { name: "What shall we work on?" }).waitFor();
    expect(await composer(page).isEnabled()).toBe(true);
    expect(await page.locator(".spinner").count()).toBe(0);
  });

  it("shows what an agent prints instead of messages", async () => {
    const { page } = await openFixture("garbage");
    await page.getByText("It wrote 1 line to stdout that is no ACP message").waitFor();
    await page.getByText("stdout: Usage: agent [--acp]").waitFor();
    await page.getByRole("button", { name: "Reconnect" }).waitFor();
  });

  it("signs in the way the agent offers", async () => {
    const { page } = await openFixture("signIn");
    await page.getByRole("button", { name: /API key/ }).click();
    await page.getByRole("alert").getByText("No key is set").waitFor();
    await page.getByRole("button", { name: "Log in" }).click();
    await send(page, "Go");
    await page.getByText(/Worked for/).waitFor();
  });

  it("shows the error of a prompt", async () => {
    const { page } = await openFixture("fails");
    await send(page, "Go");
    await page.getByRole("alert").getByText("The model is overloaded (error -32603)").waitFor();
    await settled(page);
  });

  it("is refused to a page from elsewhere", async () => {
    const editor = await startEditor();
    const page = await openPage(editor.address);
    await composer(page).waitFor();
    const [cookie] = await page.context().cookies();
    const socket = connect(editor, {
      cookie: `${cookie?.name}=${cookie?.value}`,
      origin: "http://attacker.invalid",
    });
    expect(await refusalOf(socket)).toBe(403);
  });
});
