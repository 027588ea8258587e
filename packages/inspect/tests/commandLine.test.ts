import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseOptions } from "../src/options.js";
import { run } from "./support/program.js";

describe("the command line", () => {
  it("explains itself", async () => {
    const { stdout, code } = await run(["--help"]);
    expect(code).toBe(0);
    for (const word of ["--record", "--port", "check", "--json", "-- COMMAND"])
      expect(stdout.toString()).toContain(word);
  });

  it("knows its version", async () => {
    const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
    const { version } = JSON.parse(manifest) as { version: string };
    expect((await run(["--version"])).stdout.toString()).toBe(`${version}\n`);
  });

  it("leaves everything behind -- to the agent", () => {
    const argv = ["--port", "4400", "--record", "a.jsonl", "--", "my agent", "--help", "--", "x"];
    expect(parseOptions(argv)).toEqual({
      run: "agent",
      command: "my agent",
      args: ["--help", "--", "x"],
      record: "a.jsonl",
      port: 4400,
    });
  });

  it.each([
    [[], /nothing to do: give "-- COMMAND"/],
    [["node", "agent.mjs"], /"node agent.mjs": put -- before the command/],
    [["node", "--acp"], /Unknown option '--acp'.*put -- before its command/],
    [["--"], /no command behind --/],
    [["gemini", "--", "--acp"], /"gemini" stands before --: leave it out/],
    [["--port", "80x", "--", "a"], /--port "80x" is no port/],
    [["--port", "65536", "a.jsonl"], /--port "65536" is no port/],
    [["--record", "", "--", "a"], /--record "" names no file/],
    [["--record", "a.jsonl", "b.jsonl"], /--record needs an agent/],
    [["--json", "a.jsonl"], /--json belongs to check/],
    [["check"], /no trace to check/],
    [["check", "a", "b"], /"b" is one file too many/],
    [["check", "--port", "1", "a"], /--port needs a page/],
  ])("says what is wrong with %j", (argv, words) => {
    expect(() => parseOptions(argv)).toThrow(words);
  });

  it("ends with 2 where it makes no sense, and says how to go on", async () => {
    const { stdout, stderr, code } = await run(["missing.jsonl"]);
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 2 });
    expect(stderr).toMatch(/missing.jsonl cannot be read .*put -- before it.*--help/);
  });
});
