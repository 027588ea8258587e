import { parseTrace } from "@acp-store/devtools";
import { checkTrace, formatReport } from "@acp-store/devtools/check";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkFile } from "../src/checkFile.js";
import { run, temporaryFolder } from "./support/program.js";

const FOLDER = fileURLToPath(new URL("../../core/tests/fixtures/recordings/", import.meta.url));
const RECORDINGS = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));

async function runCheck(file: string, ...options: string[]) {
  const { stdout, stderr, code } = await run(["check", ...options, file]);
  return { stdout: stdout.toString(), stderr, code };
}

function writeTrace(text: string): string {
  const file = join(temporaryFolder(), "trace.jsonl");
  writeFileSync(file, text);
  return file;
}

const initialize =
  '{"dir":"sent","msg":{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}}';

describe("check", () => {
  it("reports the findings of checkTrace for every recording", async () => {
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
    const { stdout, stderr, code } = await runCheck(file, "--json");
    const report = checkTrace(parseTrace(readFileSync(file, "utf8")).frames);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(report)));
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it("prints the frame, the rule and the page of the specification", async () => {
    const bad = '{"dir":"recv","msg":{"jsonrpc":"2.0","id":9,"result":{}}}';
    const { stdout, code } = await runCheck(writeTrace(`${initialize}\n${bad}\n`));
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^frame 2: violation: answer_without_request \(agent\)\n.*\n.*\n {2}https:/m,
    );
    expect(stdout).toMatch(/2 frames: 1 violation, 0 warnings, 1 note\n$/);
  });

  it("replaces control characters in messages", async () => {
    const bad = '{"dir":"recv","msg":{"jsonrpc":"2.0","id":"\\u001b[2J\\u0007","result":{}}}';
    const { stdout } = await runCheck(writeTrace(`${initialize}\n${bad}\n`));
    expect(stdout).toContain("answer_without_request");
    expect(stdout).toMatch(/^[^\p{Cc}]*(\n[^\p{Cc}]*)*$/u);
  });

  it("reports lines that are not frames and checks the others", async () => {
    const { stderr, code } = await runCheck(writeTrace(`${initialize}\n{"half":\n`));
    expect(stderr).toMatch(/^acp-inspect: line 2: .*JSON/);
    expect(code).toBe(0);
  });

  it.each([
    ["", /is not a trace: it is empty/],
    ["hello\n", /is not a trace: line 1: .*JSON/],
  ])("rejects %j, which is not a trace", async (text, message) => {
    const { stdout, stderr, code } = await runCheck(writeTrace(text));
    expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
    expect(stderr).toMatch(message);
  });
});
