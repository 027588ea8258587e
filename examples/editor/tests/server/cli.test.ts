import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { endAfterTest, temporaryFolder } from "../../../agent/tests/support/programs.js";
import { spawnServer, startEditor } from "../support/editor.js";
import { runServer } from "../support/programs.js";

async function refusal(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runServer(args, await temporaryFolder());
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  return stderr;
}

it("prints all options for --help", async () => {
  const { code, stdout } = await runServer(["--help"], ".");
  expect(code).toBe(0);
  for (const option of ["--agent", "--cwd", "--mcp", "--replay", "--port", "--protocol"])
    expect(stdout).toContain(option);
});

it.each([
  [["--agnt", "x"], /Unknown option '--agnt'.*quote the agent's.*--help/s],
  [["--agent", "node", "agent.mjs"], /Unexpected argument 'agent.mjs'.*quote the agent's/s],
  [["--agent", "gemini", "--acp"], /Unknown option '--acp'.*quote the agent's/s],
  [["--agent", " "], /--agent " " is empty/],
  [["--agent", `node "a.mjs`], /the quote " is not closed/],
  [["--budget", "cheap"], /--budget "cheap" is not an amount of US dollars/],
  [["--port", "80x"], /--port "80x" is not a port/],
  [["--port", "65536"], /--port "65536" is not a port/],
  [["--protocol", "3"], /--protocol "3" is not a protocol version. Use 1 or 2/],
  [
    ["--phone-origin", "http://laptop.example"],
    /--phone-origin "http:\/\/laptop.example" is not an origin/,
  ],
  [["--phone-origin", "https://laptop.example/x"], /is not an origin with HTTPS/],
  [["--replay", "a.jsonl", "--cwd", "."], /--replay starts no agent. Omit --cwd "."/],
  [["--replay", "a.jsonl", "--mcp", ".mcp.json"], /starts no agent. Omit --mcp ".mcp.json"/],
  [["--mcp", " "], /--mcp " " is empty/],
  [["--replay", "missing.jsonl"], /--replay ".*missing.jsonl" does not exist/],
  [["--cwd", "missing"], /--cwd ".*missing" does not exist/],
])("rejects the arguments %j with an explanation", async (args, message) => {
  expect(await refusal(...args)).toMatch(message);
});

it("names the MCP servers of a file, and what is wrong with others", async () => {
  const folder = await temporaryFolder();
  const mcpServers = {
    docs: { command: "docs-mcp" },
    web: { url: "https://${ACP_NO_SUCH_VARIABLE}" },
  };
  await writeFile(join(folder, "servers.json"), JSON.stringify({ mcpServers }));
  const child = spawnServer(["--mcp", "servers.json"], { launchDir: folder });
  endAfterTest(child);
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await expect.poll(() => printed, { timeout: 20_000 }).toContain("Open http");
  expect(printed).toContain("MCP     docs\n");
  expect(printed).toContain("web: These variables are not set: ACP_NO_SUCH_VARIABLE.");
});

it("explains why a file is not a recording", async () => {
  const dir = await temporaryFolder();
  await mkdir(join(dir, "folder"));
  await writeFile(join(dir, "notes.jsonl"), '{"dir":"sent","msg":{}}\n\nhello there\n');
  await writeFile(join(dir, "empty.jsonl"), "\n");
  const replay = async (name: string) => (await runServer(["--replay", name], dir)).stderr;
  expect(await replay("notes.jsonl")).toMatch(/line 3 is not a JSON object \(hello there\)/);
  expect(await replay("empty.jsonl")).toMatch(/empty.jsonl" is empty/);
  expect(await replay("folder")).toMatch(/folder" is not a file/);
});

it("exits with an explanation if the requested port is taken", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await once(taken, "listening");
  const address = taken.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const { code, stderr } = await runServer(["--port", port], ".");
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `--port ${port} is taken by another program. Choose another port, or omit --port.\n`,
  });
});

it("does not blame the port for another error", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "");
  const folder = await temporaryFolder();
  const { code, stderr } = await runServer(
    ["--port", "0", "--cwd", folder, "--data", join(file, "data")],
    ".",
  );
  expect(code).toBe(1);
  expect(stderr).toContain("ENOTDIR");
  expect(stderr).not.toContain("--port");
});

it("exits with an explanation while another editor uses the folder, and starts once that is killed", async () => {
  const first = await startEditor();
  const { code, stderr } = await runServer(["--port", "0", "--data", first.dataDir], ".");
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `The folder ${first.dataDir} is in use by the process ${first.process.pid}. Stop that process, or choose another folder with --data.\n`,
  });
  first.process.kill("SIGKILL");
  await once(first.process, "exit");
  await startEditor([], { dataDir: first.dataDir });
});
