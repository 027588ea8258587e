import { once } from "node:events";
import { access, copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { connect, frames, refusalOf, startEditor } from "../support/editor.js";
import { temporaryFolder } from "../../../agent/tests/support/programs.js";
import { FIXTURE } from "../support/programs.js";

async function configOf(...args: Parameters<typeof startEditor>) {
  const editor = await startEditor(...args);
  const cookie = await editor.signIn();
  const config = JSON.parse((await editor.get("/api/config", { cookie })).text);
  return { editor, cookie, config };
}

it("starts an agent whose path contains spaces", async () => {
  const launchDir = await temporaryFolder("acp editor test ");
  await mkdir(join(launchDir, "my agents"));
  await copyFile(FIXTURE, join(launchDir, "my agents", "an agent.mjs"));
  const command = `node 'my agents/an agent.mjs' echo "two words" --flag`;
  const { editor, cookie, config } = await configOf(["--agent", command], { launchDir });
  expect(config).toEqual({
    mode: "agent",
    agent: { command: "node", args: ["my agents/an agent.mjs", "echo", "two words", "--flag"] },
    cwd: launchDir,
  });
  const [started] = await frames(connect(editor, { cookie }), 1);
  expect(started).toEqual({ arguments: ["two words", "--flag"], cwd: launchDir });
});

it("resolves --cwd relative to the folder in which the command was typed", async () => {
  const launchDir = await temporaryFolder();
  await mkdir(join(launchDir, "my project"));
  await writeFile(join(launchDir, "my project", "notes.txt"), "mine");
  const { config } = await configOf(["--cwd", "my project"], { launchDir });
  expect(config.cwd).toBe(join(launchDir, "my project"));
  expect(await readdir(config.cwd)).toEqual(["notes.txt"]);
});

it("writes the sample project into an empty folder", async () => {
  const launchDir = await temporaryFolder();
  await configOf(["--cwd", "."], { launchDir });
  expect(await readdir(launchDir)).toContain("check.js");
});

it("creates a temporary sample project and removes it on exit", async () => {
  const { editor, config } = await configOf();
  expect(await readdir(config.cwd)).toContain("check.js");
  editor.process.kill("SIGTERM");
  expect(await once(editor.process, "exit")).toEqual([0, null]);
  await expect(access(config.cwd)).rejects.toThrow("ENOENT");
});

it("serves a recording and refuses to start an agent", async () => {
  const launchDir = await temporaryFolder();
  const recording = '{"t":0,"dir":"sent","msg":{}}\n{"t":1,"dir":"recv","msg":{}}\n';
  await writeFile(join(launchDir, "my run.jsonl"), recording);
  const { editor, cookie, config } = await configOf(["--replay", "my run.jsonl"], { launchDir });
  expect(config).toEqual({ mode: "replay", file: join(launchDir, "my run.jsonl") });
  expect((await editor.get("/api/recording", { cookie })).text).toBe(recording);
  expect(await refusalOf(connect(editor, { cookie }))).toBe(409);
});
