import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseOptions } from "../src/options.js";
import { run } from "./support/program.js";

describe("the command line", () => {
  it("prints all options for --help", async () => {
    const { stdout, code } = await run(["--help"]);
    expect(code).toBe(0);
    for (const option of ["--record", "--port", "check", "--format", "--baseline", "-- COMMAND"])
      expect(stdout.toString()).toContain(option);
  });

  it("prints the version of the package", async () => {
    const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
    const { version } = JSON.parse(manifest) as { version: string };
    expect((await run(["--version"])).stdout.toString()).toBe(`${version}\n`);
  });

  it("passes everything after -- to the agent", () => {
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
    [[], /Nothing to do\. Give .*"-- COMMAND"/],
    [["node", "agent.mjs"], /"node agent.mjs": put -- before the agent's command/],
    [["node", "--acp"], /Unknown option '--acp'.*put -- before the agent's command/],
    [["--"], /command is missing after --/],
    [["gemini", "--", "--acp"], /Unexpected argument "gemini" before --/],
    [["--port", "80x", "--", "a"], /--port "80x" is not a port/],
    [["--port", "65536", "a.jsonl"], /--port "65536" is not a port/],
    [["--record", "", "--", "a"], /--record needs the path of a file/],
    [["--record", "a.jsonl", "b.jsonl"], /--record needs an agent/],
    [["--format", "json", "a.jsonl"], /--format can only be used with check/],
    [["--baseline", "b", "--", "a"], /--baseline can only be used with check/],
    [["check"], /check needs the path of a trace/],
    [["check", "--port", "1", "a"], /--port cannot be used with check/],
    [["check", "--format", "xml", "a"], /--format "xml" is not a format\. Use human, json/],
    [["check", "--output", "", "a"], /--output needs the path of a file/],
    [["check", "--baseline", "b", "--write-baseline", "c", "a"], /either --baseline or/],
  ])("rejects the arguments %j with an explanation", (argv, message) => {
    expect(() => parseOptions(argv)).toThrow(message);
  });

  it("exits with 2 and a hint if the trace cannot be read", async () => {
    const { stdout, stderr, code } = await run(["missing.jsonl"]);
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 2 });
    expect(stderr).toMatch(/missing.jsonl cannot be read .*put -- before it.*--help/);
  });
});
