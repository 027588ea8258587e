import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSampleProject, createTemporaryFolder, startProgram } from "./support/program.js";

describe.each(["1", "2"])("--continue in protocol version %s", (protocol) => {
  async function createStarter() {
    const cwd = await createSampleProject();
    const state = await createTemporaryFolder();
    const start = (...args: string[]) =>
      startProgram(["--protocol", protocol, "--cwd", cwd, ...args], 1000, {
        XDG_STATE_HOME: state,
      });
    return { start, readSaved: () => readFolder(state) };
  }

  it("continues the last session after the program was killed during a turn", async () => {
    const { start, readSaved } = await createStarter();
    const killed = start();
    killed.type("Mend the cart");
    await killed.waitForLine("3  Reject");
    await expect.poll(readSaved).toContain("reject_once");
    killed.kill();
    await killed.exitCode;

    const { type, waitForLine, output, exitCode } = start("--continue");
    await waitForLine("> Mend the cart");
    await waitForLine("(did not finish)");
    await waitForLine("(interrupted)");
    await waitForLine("— interrupted");
    type("/fail");
    await waitForLine("✗ read Read src/discounts.js");
    await waitForLine("— end_turn");
    type("/quit");
    expect(await exitCode).toBe(0);
    expect(output().split("> Mend the cart")).toHaveLength(2);
  });

  it("continues a session that ended normally, with its last lines", async () => {
    const { start } = await createStarter();
    const earlier = start();
    earlier.type("/fail");
    await earlier.waitForLine("— end_turn");
    earlier.type("/quit");
    await earlier.exitCode;
    // A session without a prompt is not the last one.
    const unused = start();
    await unused.waitForLine("Type /help");
    unused.type("/quit");
    await unused.exitCode;

    const { type, waitForLine, output } = start("--continue");
    await waitForLine("> /fail");
    await waitForLine("✗ read Read src/discounts.js");
    type("/sessions");
    await waitForLine("1  /fail idle, current");
    type("/fail");
    await waitForLine("— end_turn");
    expect(output().split("✗ read Read src/discounts.js")).toHaveLength(3);
  });

  it("starts a new session if none was saved", async () => {
    const { start } = await createStarter();
    const { type, waitForLine } = start("--continue");
    await waitForLine("No session was saved in this folder, so this is a new one.");
    type("/fail");
    expect(await waitForLine("— ")).toMatch(/^— end_turn/);
  });
});

it("needs a folder that stays", async () => {
  const { exitCode, errors } = startProgram(["--continue"]);
  expect(await exitCode).toBe(2);
  expect(errors()).toContain("--continue needs --cwd");
});

/** Resolves with the text of all files in a folder. */
async function readFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = (path: string) => readFile(path, "utf8").catch(() => "");
  const texts = files.map(({ parentPath, name }) => read(join(parentPath, name)));
  return (await Promise.all(texts)).join("\n");
}
