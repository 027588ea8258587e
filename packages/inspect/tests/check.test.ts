import { parseTrace } from "@acp-store/devtools";
import { checkTrace, formatReport } from "@acp-store/check";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Log } from "sarif";
import { describe, expect, it } from "vitest";
import { checkFiles } from "../src/checkFiles.js";
import { run, temporaryFolder } from "./support/program.js";

const FOLDER = fileURLToPath(new URL("../../core/tests/fixtures/recordings/", import.meta.url));
const RECORDINGS = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));

async function runCheck(...args: string[]) {
  const { stdout, stderr, code } = await run(["check", ...args]);
  return { stdout: stdout.toString(), stderr, code };
}

function writeTrace(text: string): string {
  const file = join(temporaryFolder(), "trace.jsonl");
  writeFileSync(file, text);
  return file;
}

const readText = (file: string): string => readFileSync(file, "utf8");
const recording = (name: string): string => join(FOLDER, `${name}.jsonl`);

/** The two messages that open a connection. */
const initialize = [
  '{"dir":"sent","msg":{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}}',
  '{"dir":"recv","msg":{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"}}}}',
].join("\n");
/** A response without a request, which is a violation. */
const unasked = '{"dir":"recv","msg":{"jsonrpc":"2.0","id":9,"result":{}}}';

describe("check", () => {
  it("reports the findings of checkTrace for every recording", async () => {
    for (const name of RECORDINGS) {
      const file = join(FOLDER, name);
      const report = checkTrace(parseTrace(readFileSync(file, "utf8")).frames);
      const options = { run: "check", files: [file], format: "human" } as const;
      expect({ name, ...(await checkFiles(options)) }).toEqual({
        name,
        text: formatReport(report),
        exitCode: report.counts.violation > 0 ? 1 : 0,
      });
    }
  });

  it("finds the same in the log of another tool", async () => {
    const folder = new URL("../../devtools/tests/trace/logs/", import.meta.url);
    const log = fileURLToPath(new URL("opencode-lateperm.stdio.log", folder));
    const { stdout, stderr } = await runCheck("--format", "json", log);
    const [report] = JSON.parse(stdout) as { readonly findings: unknown }[];
    const { frames } = parseTrace(readText(recording("opencode-lateperm")));
    expect(stderr).toBe("");
    expect(report?.findings).toEqual(JSON.parse(JSON.stringify(checkTrace(frames).findings)));
  });

  it("prints the reports of several traces as JSON", async () => {
    const files = [recording("claude-basic"), recording("gemini-basic")];
    const { stdout, stderr, code } = await runCheck("--format", "json", ...files);
    const reports = files.map((file) => ({
      file,
      ...checkTrace(parseTrace(readText(file)).frames),
    }));
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(reports)));
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it("prints the name of each of several traces before its report", async () => {
    const files = [recording("claude-basic"), recording("gemini-basic")];
    const { stdout } = await runCheck(...files);
    const parts = files.map(
      (file) => `${file}:\n${formatReport(checkTrace(parseTrace(readText(file)).frames))}`,
    );
    expect(stdout).toBe(parts.join("\n"));
  });

  it.each([
    ["sarif", /"ruleId": "answer_without_request"/],
    ["junit", /<failure type="answer_without_request" message="frame 3: /],
  ])("writes a report as %s to a file, and prints it for people", async (format, content) => {
    const trace = writeTrace(`${initialize}\n\n${unasked}\n`);
    const output = join(temporaryFolder(), "report");
    const { stdout, code } = await runCheck("--format", format, "--output", output, trace);
    expect(readText(output)).toMatch(content);
    expect(stdout).toMatch(/^frame 3: violation: answer_without_request/m);
    expect(code).toBe(1);
  });

  it("locates findings at the lines of the file in SARIF", async () => {
    const trace = writeTrace(`${initialize}\n\n\n${unasked}\n`);
    const { stdout } = await runCheck("--format", "sarif", trace);
    const { runs } = JSON.parse(stdout) as Log;
    const lines = runs[0]?.results?.map(({ locations }) => locations?.[0]?.physicalLocation);
    expect(lines).toContainEqual({
      artifactLocation: { uri: trace },
      region: { startLine: 5 },
    });
  });

  it("accepts the findings of a baseline that it wrote, and reports new ones", async () => {
    const trace = writeTrace(`${initialize}\n${unasked}\n`);
    const baseline = join(temporaryFolder(), "baseline.json");
    expect(await runCheck("--write-baseline", baseline, trace)).toMatchObject({ code: 0 });

    const known = await runCheck("--baseline", baseline, trace);
    expect(known).toMatchObject({ code: 0, stderr: expect.stringMatching(/accepts 1 finding\n/) });
    expect(known.stdout).not.toContain("answer_without_request");

    const twoSides = writeTrace([initialize, unasked, unasked.replace("recv", "sent")].join("\n"));
    const more = await runCheck("--baseline", baseline, twoSides);
    expect(more).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^frame 4: violation: answer_without_request \(client\)/m),
    });
  });

  it("names the entries of a baseline that match no finding", async () => {
    const baseline = join(temporaryFolder(), "baseline.json");
    await runCheck("--write-baseline", baseline, writeTrace(`${initialize}\n${unasked}\n`));
    const { stderr, code } = await runCheck("--baseline", baseline, recording("claude-basic"));
    expect(stderr).toMatch(/this entry matches no finding: \{"code":"answer_without_request"/);
    expect(code).toBe(0);
  });

  it.each([
    ["{", /baseline\.json cannot be read \(SyntaxError/],
    ['{"version":1}', /baseline\.json is not a baseline\. .*--write-baseline/],
  ])("exits with 2 for the baseline %j", async (text, message) => {
    const baseline = join(temporaryFolder(), "baseline.json");
    writeFileSync(baseline, text);
    const { stdout, stderr, code } = await runCheck(
      "--baseline",
      baseline,
      recording("claude-basic"),
    );
    expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
    expect(stderr).toMatch(message);
  });

  it("exits with 2 if the report cannot be written", async () => {
    const output = join(temporaryFolder(), "missing", "report.sarif");
    const { stderr, code } = await runCheck("--output", output, recording("claude-basic"));
    expect(code).toBe(2);
    expect(stderr).toMatch(/report\.sarif cannot be written \(.*ENOENT/);
    expect(existsSync(output)).toBe(false);
  });

  it("prints the frame, the rule and the page of the specification", async () => {
    const { stdout, code } = await runCheck(writeTrace(`${initialize}\n${unasked}\n`));
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^frame 3: violation: answer_without_request \(agent\)\n.*\n.*\n {2}https:/m,
    );
    expect(stdout).toMatch(/3 frames: 1 violation, 0 warnings, 0 notes\n$/);
  });

  it("replaces control characters in messages", async () => {
    const bad = '{"dir":"recv","msg":{"jsonrpc":"2.0","id":"\\u001b[2J\\u0007","result":{}}}';
    const { stdout } = await runCheck(writeTrace(`${initialize}\n${bad}\n`));
    expect(stdout).toContain("answer_without_request");
    expect(stdout).toMatch(/^[^\p{Cc}]*(\n[^\p{Cc}]*)*$/u);
  });

  it("reports lines that are not frames and checks the others", async () => {
    const { stderr, code } = await runCheck(writeTrace(`${initialize}\n{"half":\n`));
    expect(stderr).toMatch(/^acp-inspect: .*trace\.jsonl:3: .*JSON/);
    expect(code).toBe(0);
  });

  it.each(["", "hello\n"])(
    "rejects %j, which is not a trace, and names the accepted forms",
    async (text) => {
      const { stdout, stderr, code } = await runCheck(writeTrace(text));
      expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
      expect(stderr).toMatch(/is not a trace\. .*"dir":"recv".*Zed ACP log/);
    },
  );
});
