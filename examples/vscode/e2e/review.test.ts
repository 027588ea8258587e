import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createAgent } from "./support/agent.js";
import { startExtension, temporaryFolder } from "./support/extension.js";
import { getAnswer, sendPrompt } from "./support/panel.js";

it.each([
  ["acpStore.rejectAll", "Rejected", "old\n"],
  ["acpStore.keepAll", "Kept", "new\n"],
])("runs the command %s and tells the outcome", async (command, verb, text) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.txt"), "old\n");
  // The agent keeps its transcripts in the folder.
  writeFileSync(join(folder, ".gitignore"), "transcripts\n");
  const agents = [createAgent().configured];
  const { panel, errors, notifications, runCommand } = await startExtension({ agents, folder });
  await sendPrompt(panel, "Write");
  await getAnswer(panel, "Written.").waitFor();
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("new\n");
  await panel.getByRole("button", { name: /1 file to review/ }).waitFor();
  await runCommand(command);
  await runCommand(command);
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe(text);
  expect(notifications.map(({ message }) => message)).toEqual([
    `${verb} the changes of 1 file.`,
    "There are no changes of agents.",
  ]);
  expect(errors).toEqual([]);
});
