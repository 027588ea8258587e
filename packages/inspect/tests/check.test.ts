import { checkTrace, formatReport, parseTrace } from "@acp-store/devtools";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkFile } from "../src/checkFile.js";
import { run, temporaryFolder } from "./support/program.js";

const FOLDER = fileURLToPath(new URL("../../core/tests/fixtures/recordings/", import.meta.url));
const RECORDINGS = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));

async function check(file: string, ...options: string[]) {
  const { stdout, stderr, code } = await run(["check", ...options, file]);
  return { stdout: stdout.toString(), stderr, code };
}

function written(text: string): string {
  const file = join(temporaryFolder(), "trace.jsonl");
  writeFileSync(file, text);
  return file;
}

const initialize =
  '{"dir":"sent","msg":{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}}';

describe("check", () => {
  it("reports of every recording what the library finds", async () => {
    for (const name of RECORDINGS) {
      const file = join(FOLDER, name);
      const report = checkTrace(parseTrace(readFileSync(file, "utf8")).frames);
      expect({ name, ...(await checkFile(file, false)) }).toEqual({
        name,
        text: formatReport(report),
        exitCode: report.counts.violation > 0 ? 1 : 0,
      });
    }
  });

  it("prints the report as JSON", async () => {
    const file = join(FOLDER, "claude-basic.jsonl");
    const { stdout, stderr, code } = await check(file, "--json");
    const report = checkTrace(parseTrace(readFileSync(file, "utf8")).frames);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(report)));
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it("names the frame, the rule and the page that says it", async () => {
    const bad = '{"dir":"recv","msg":{"jsonrpc":"2.0","id":9,"result":{}}}';
    const { stdout, code } = await check(written(`${initialize}\n${bad}\n`));
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^frame 2: violation: answer_without_request \(agent\)\n.*\n.*\n {2}https:/m,
    );
    expect(stdout).toMatch(/2 frames: 1 violation, 0 warnings, 1 note\n$/);
  });

  it("lets no message steer the terminal", async () => {
    const bad = '{"dir":"recv","msg":{"jsonrpc":"2.0","id":"\\u001b[2J\\u0007","result":{}}}';
    const { stdout } = await check(written(`${initialize}\n${bad}\n`));
    expect(stdout).toContain("answer_without_request");
    expect(stdout).toMatch(/^[^\p{Cc}]*(\n[^\p{Cc}]*)*$/u);
  });

  it("says which lines are no frames, and checks the others", async () => {
    const { stderr, code } = await check(written(`${initialize}\n{"half":\n`));
    expect(stderr).toMatch(/^acp-inspect: line 2: Invalid JSON/);
    expect(code).toBe(0);
  });

  it.each([
    ["", /is no trace: it is empty/],
    ["hello\n", /is no trace: line 1: Invalid JSON/],
  ])("does not take %j for a trace", async (text, words) => {
    const { stdout, stderr, code } = await check(written(text));
    expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
    expect(stderr).toMatch(words);
  });
});
