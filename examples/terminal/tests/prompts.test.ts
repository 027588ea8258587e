import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { createPrompt } from "../src/mentions.js";
import { createTemporaryFolder, fixtureCommand, startProgram } from "./support/program.js";

const AGENT = ["--agent", fixtureCommand("countingAgent.mjs")];

async function createFolder() {
  const folder = await createTemporaryFolder();
  await writeFile(join(folder, "notes.md"), "Remember the milk");
  await writeFile(join(folder, "image.bin"), Buffer.from([0, 1, 2]));
  return folder;
}

it("embeds the text of mentioned files, and links to one that is not text", async () => {
  const folder = await createFolder();
  const agent = { capabilities: { promptCapabilities: { embeddedContext: true } } };
  const prompt = "Read @notes.md, @image.bin and @notes.md, not @nothing or me@notes.md";
  const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
  expect(await createPrompt(prompt, folder, agent)).toEqual([
    { type: "text", text: prompt },
    expect.objectContaining({
      type: "resource",
      resource: expect.objectContaining({ uri: uriOf("notes.md"), text: "Remember the milk" }),
    }),
    expect.objectContaining({ type: "resource_link", uri: uriOf("image.bin") }),
  ]);
});

it("sends no files outside of the folder, which a pasted text could mention", async () => {
  const [folder, other] = [await createFolder(), await createFolder()];
  await symlink(join(other, "notes.md"), join(folder, "link.md"));
  const prompt = `Read @${join(other, "notes.md")} and @link.md`;
  expect(await createPrompt(prompt, folder, {})).toEqual([{ type: "text", text: prompt }]);
});

it("shows mentioned files below the prompt", async () => {
  const { type, waitForLine, output } = startProgram([...AGENT, "--cwd", await createFolder()]);
  type("Read @notes.md");
  expect(await waitForLine("Parts:")).toBe("Parts: text, resource_link.");
  expect(output()).toContain("> Read @notes.md\n> notes.md\n");
});

it("lists the MCP servers of the session, and names those that cannot be used", async () => {
  const folder = await createFolder();
  const file = join(folder, "mcp.json");
  const events = { type: "sse", url: "https://events.example" };
  await writeFile(
    file,
    JSON.stringify({ mcpServers: { docs: { command: "docs" }, events, wrong: {} } }),
  );
  const { type, waitForLine } = startProgram([...AGENT, "--cwd", folder, "--mcp", file]);
  await waitForLine("wrong: ");
  await waitForLine("Type /help");
  type("/mcp");
  await waitForLine("docs (stdio)");
  expect(await waitForLine("events")).toBe("events (sse): left out, not supported by this agent");
});

it("asks before a prompt once the budget is spent", async () => {
  const args = [...AGENT, "--cwd", await createFolder(), "--budget", "1"];
  const { type, waitForLine, output } = startProgram(args);
  type("One");
  await waitForLine("Parts: text.");
  type("Two");
  await waitForLine("Send the prompt, although this session has cost 1.00 USD of its budget of 1");
  type("n");
  await waitForLine("The prompt was not sent, because");
  type("Three");
  await waitForLine("Send the prompt");
  type("y");
  await waitForLine("Parts: text.");
  expect(output().split("Parts: text.")).toHaveLength(3);
});

it.each([
  [["--mcp", "missing.json"], 'missing.json" was not found. Use a file like .mcp.json.'],
  [["--budget", "much"], '--budget "much" is not an amount of US dollars, such as 2.50.'],
])("refuses %s", async (args, message) => {
  const { exitCode, errors } = startProgram(args);
  expect(await exitCode).toBe(2);
  expect(errors()).toContain(message);
});
