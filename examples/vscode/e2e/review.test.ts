import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { createAgent } from "./support/agent.js";
import { startExtension, temporaryFolder } from "./support/extension.js";
import { getAnswer, sendPrompt } from "./support/panel.js";

/** Starts the extension with a file that the agent then writes. */
async function writeFile() {
  const folder = createFolder();
  const agents = [createAgent().configured];
  const extension = await startExtension({ agents, folders: [folder, createFolder()] });
  const { panel } = extension;
  await sendPrompt(panel, "Write");
  await getAnswer(panel, "Written.").waitFor();
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("new\n");
  await panel.getByRole("button", { name: /1 file to review/ }).waitFor();
  return { ...extension, folder, path: join(folder, "a.txt") };
}

function createFolder(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.txt"), "old\n");
  // The agent keeps its transcripts in the folder.
  writeFileSync(join(folder, ".gitignore"), "transcripts\n");
  return folder;
}

it.each([
  ["acpStore.rejectAll", "Rejected", "old\n"],
  ["acpStore.keepAll", "Kept", "new\n"],
])("runs the command %s and tells the outcome", async (command, verb, text) => {
  const { folder, errors, notifications, runCommand } = await writeFile();
  await runCommand(command);
  await runCommand(command);
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe(text);
  expect(notifications.map(({ message }) => message)).toEqual([
    `${verb} the changes of 1 file.`,
    "There are no changes of agents.",
  ]);
  expect(errors).toEqual([]);
});

it("decides about a change with the links above it, and undoes it", async () => {
  const { path, listLenses, runCommand, editors, errors } = await writeFile();
  const lenses = await listLenses(path);
  const [showDifference, , , , reject] = lenses;
  expect(lenses.map((lens) => [lens.command.title, lens.range.start])).toEqual([
    ["Show Difference", 0],
    ["Keep File", 0],
    ["Reject File", 0],
    ["Keep +1 −1 of The controlled", 0],
    ["Reject", 0],
  ]);
  const click = (lens = reject) =>
    runCommand(lens?.command.command ?? "", ...(lens?.command.arguments ?? []));
  await click(showDifference);
  expect(editors).toEqual([{ texts: ["old\n", "new\n"], path }]);
  await click(reject);
  expect(readFileSync(path, "utf8")).toBe("old\n");
  expect(await listLenses(path)).toEqual([]);
  await runCommand("acpStore.undoDecision");
  expect(readFileSync(path, "utf8")).toBe("new\n");
  await click((await listLenses(path))[3]);
  expect(await listLenses(path)).toEqual([]);
  expect(readFileSync(path, "utf8")).toBe("new\n");
  expect(errors).toEqual([]);
});

it("reviews every folder of the workspace, and opens a session in the one that the user chooses", async () => {
  const folders = [createFolder(), createFolder()];
  const second = folders[1] ?? "";
  const agents = [createAgent().configured];
  const { panel, pick, runCommand, listLenses } = await startExtension({ agents, folders });
  pick(basename(second));
  await runCommand("acpStore.newSession");
  await sendPrompt(panel, "Write");
  await getAnswer(panel, "Written.").waitFor();
  expect(readFileSync(join(second, "a.txt"), "utf8")).toBe("new\n");
  await expect.poll(() => listLenses(join(second, "a.txt"))).toHaveLength(5);
});
