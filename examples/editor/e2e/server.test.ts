import { once } from "node:events";
import { expect, it } from "vitest";
import { startEditor } from "../tests/support/editor.js";
import { temporaryFolder } from "../../agent/tests/support/programs.js";
import { openPage } from "../../../tests/support/openPage.js";
import { getAnswers, getComposer, sendPrompt, waitUntilIdle } from "./support/panel.js";
import { waitUntilSaved } from "./support/savedTexts.js";

/** The browser reports every failed request. */
const CONNECTION_ERRORS = /WebSocket connection to .* failed|Failed to load resource/;

it("names the server when it is gone, and continues with the next one without a reload", async () => {
  const cwd = await temporaryFolder();
  const editor = await startEditor(["--cwd", cwd]);
  const page = await openPage(editor.sessionAddress, { expectedMessage: CONNECTION_ERRORS });
  await sendPrompt(page, "/repeat before");
  await getAnswers(page).getByText("before").waitFor();
  await waitUntilIdle(page);
  await waitUntilSaved(editor, "/repeat before");
  const ended = once(editor.process, "exit");
  editor.process.kill("SIGKILL");
  await ended;
  const strip = page.getByText("The connection to the server is lost.");
  await strip.waitFor();
  expect(await page.getByText(/agent has stopped/i).count()).toBe(0);
  // The browser stays admitted.
  const { port } = new URL(editor.origin);
  await startEditor(["--port", port, "--cwd", cwd], { dataDir: editor.dataDir });
  await strip.waitFor({ state: "detached" });
  await sendPrompt(page, "/fail");
  await page.getByText("As expected").waitFor();
});

it("tells a browser that is not admitted what to do", async () => {
  const editor = await startEditor();
  const page = await openPage(editor.sessionAddress, { expectedMessage: CONNECTION_ERRORS });
  await getComposer(page).waitFor();
  await page.context().clearCookies();
  await page.reload();
  await page.getByText("Open the address that the server has printed last.").waitFor();
});
