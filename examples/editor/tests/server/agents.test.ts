import { access, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { getProgramName, prepareAgents, toBudget } from "../../server/agents.js";
import { parseOptions } from "../../server/options.js";
import { temporaryFolder } from "../../../agent/tests/support/programs.js";

async function prepare(...argv: string[]) {
  const launchDir = await temporaryFolder("acp editor test ");
  const dataDir = join(launchDir, "data");
  const agents = await prepareAgents(parseOptions(argv), { launchDir, dataDir });
  return { agents, launchDir, dataDir };
}

describe("the agents of the command line", () => {
  it("lists the scripted agent with a kept sample project by default", async () => {
    const { agents, dataDir } = await prepare();
    expect(agents.map(({ id, name, cwd }) => ({ id, name, cwd }))).toEqual([
      { id: "scripted", name: "Scripted agent", cwd: join(dataDir, "sample") },
    ]);
    expect(await readdir(join(dataDir, "sample"))).toContain("check.js");
  });

  it("passes the MCP servers to every agent", async () => {
    const launchDir = await temporaryFolder("acp editor test ");
    const options = parseOptions(["--agent", "one", "--agent", "two"]);
    const servers = [{ name: "docs", command: "docs-mcp", args: [], env: [] }];
    const folders = { launchDir, dataDir: launchDir };
    const agents = await prepareAgents(options, folders, { mcpServers: () => servers });
    const session = { cwd: launchDir };
    expect(agents.map(({ connect }) => connect?.(createAcpStore()).mcpServers?.(session))).toEqual([
      servers,
      servers,
    ]);
  });

  it("asks before a prompt once a session has spent the budget", async () => {
    const launchDir = await temporaryFolder("acp editor test ");
    const options = parseOptions(["--agent", "one", "--budget", "2.5"]);
    const budget = toBudget(options);
    const [agent] = await prepareAgents(options, { launchDir, dataDir: launchDir }, { budget });
    const store = createAcpStore();
    const beforePrompt = agent?.connect?.(store).beforePrompt;
    const spend = (amount: number) =>
      store.ingest({
        sessionId: "s1",
        update: {
          ...{ sessionUpdate: "usage_update", used: 1, size: 10 },
          cost: { amount, currency: "USD" },
        },
      });
    const prompt = [{ type: "text", text: "Hello" }] as const;
    spend(2.4);
    expect(await beforePrompt?.("s1", prompt)).toEqual(prompt);
    spend(2.6);
    const asked = beforePrompt?.("s1", prompt);
    const [elicitation] = store.getState().elicitations.values();
    expect(elicitation).toMatchObject({ sessionId: "s1", status: "pending" });
    store.respondToElicitation(elicitation?.elicitationId ?? "", { action: "decline" });
    await expect(asked).rejects.toThrow("The prompt was not sent");
  });

  it("gives each agent a name and an id, and starts it in the launch folder", async () => {
    const { agents, launchDir, dataDir } = await prepare(
      ...["--agent", "npx @google/gemini-cli --acp", "--agent", "claude-code-acp"],
      ...["--agent", `node "my agents/gemini-cli.mjs"`],
    );
    expect(
      agents.map(({ id, name, cwd, commandLine }) => ({ id, name, cwd, commandLine })),
    ).toEqual([
      {
        id: "gemini-cli",
        name: "gemini-cli",
        cwd: launchDir,
        commandLine: ["npx", "@google/gemini-cli", "--acp"],
      },
      {
        id: "claude-code-acp",
        name: "claude-code-acp",
        cwd: launchDir,
        commandLine: ["claude-code-acp"],
      },
      {
        id: "gemini-cli-2",
        name: "gemini-cli",
        cwd: launchDir,
        commandLine: ["node", "my agents/gemini-cli.mjs"],
      },
    ]);
    await expect(access(dataDir)).rejects.toThrow("ENOENT");
  });

  it("uses the folder of --cwd without changing it", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "notes.txt"), "mine");
    const { agents } = await prepare("--cwd", folder);
    expect(agents[0]?.cwd).toBe(folder);
    expect(await readdir(folder)).toEqual(["notes.txt"]);
  });

  it("writes the sample project into an empty folder of --cwd", async () => {
    const folder = await temporaryFolder();
    await prepare("--cwd", folder);
    expect(await readdir(folder)).toContain("check.js");
  });
});

it.each([
  ["gemini", ["--acp"], "gemini"],
  ["npx", ["-y", "@zed-industries/claude-code-acp@1.2.3"], "claude-code-acp"],
  ["/usr/bin/node", ["--no-warnings", "agents/my-agent.mjs", "x"], "my-agent"],
  ["python3", ["agent.py"], "agent"],
  ["node", [], "node"],
])("names the program of %s %j", (command, args, name) => {
  expect(getProgramName({ command, args })).toBe(name);
});
