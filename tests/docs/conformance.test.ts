import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { readPage } from "./snippets.js";

const PAGE = "docs/conformance.md";
const root = join(import.meta.dirname, "../..");

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly jobs: { readonly check: { readonly steps?: readonly Step[] } };
}

/** Returns the block of a language that contains a text. */
function readBlock(language: string, text: string): string {
  const blocks = readPage(PAGE).matchAll(
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"),
  );
  const block = [...blocks].map(([, code = ""]) => code).find((code) => code.includes(text));
  if (block === undefined) throw new Error(`No ${language} block of the page contains "${text}".`);
  return block;
}

/** Creates the repository of an agent, with the installed packages and the script of the page. */
function createAgentRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-conformance-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const writeIn = (path: string, text: string, mode = 0o644): void =>
    writeFileSync(join(folder, path), text, { mode });
  for (const path of ["conformance", "dist", "node_modules/.bin"])
    mkdirSync(join(folder, path), { recursive: true });
  for (const scope of ["@acp-store", "@agentclientprotocol"])
    symlinkSync(join(root, "docs/node_modules", scope), join(folder, "node_modules", scope));
  const program = join(root, "packages/inspect/dist/program/main.js");
  const shell = `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`;
  writeIn("node_modules/.bin/acp-inspect", shell, 0o755);
  writeIn("package.json", '{"type":"module"}');
  writeIn("conformance/prompts.mjs", readBlock("ts", "// conformance/prompts.mjs"));
  const agent = join(root, "examples/agent/dist/main.js");
  writeIn("dist/agent.js", `import ${JSON.stringify(pathToFileURL(agent).href)};\n`);
  return folder;
}

/**
 * Runs a command as GitHub Actions does. A package manager that runs the tests leaves variables
 * behind, which would make npx look for programs in this repository.
 */
function runStep(command: string, folder: string) {
  const node = join(process.execPath, "..");
  const env = Object.entries(process.env).filter(
    ([name]) => !/^(npm|pnpm)_|^INIT_CWD$/i.test(name),
  );
  return spawnSync("bash", ["-e", "-c", command], {
    cwd: folder,
    encoding: "utf8",
    env: { ...Object.fromEntries(env), PATH: `${node}${delimiter}${process.env["PATH"]}` },
  });
}

describe("the page about conformance", () => {
  it("has the tables that follow from the rules and the requirements of the kit", () => {
    const script = join(root, "scripts/generate-conformance-tables.mjs");
    const output = execFileSync(process.execPath, [script, "--check"], { encoding: "utf8" });
    expect(output).toContain("is current");
  });

  it("has a workflow whose commands check an agent and write a report for code scanning", () => {
    const { steps = [] } = (parse(readBlock("yaml", "conformance.yml")) as Workflow).jobs.check;
    const commandOf = (name: string): string => steps.find((step) => step.name === name)?.run ?? "";
    const upload = steps.find(({ uses = "" }) => uses.includes("upload-sarif"));
    const [, writeBaseline = ""] = /^(npx .*--write-baseline.*)$/m.exec(readPage(PAGE)) ?? [];
    const folder = createAgentRepository();
    const readReport = (): string =>
      readFileSync(join(folder, upload?.with?.["sarif_file"] ?? ""), "utf8");

    expect(runStep(commandOf("Run the prompts"), folder)).toMatchObject({ status: 0 });
    expect(runStep(writeBaseline, folder)).toMatchObject({ status: 0 });
    expect(runStep(commandOf("Check the traces"), folder)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/prompt-1\.jsonl:.*prompt-2\.jsonl:.* 0 violations/s),
    });
    expect(JSON.parse(readReport())).toMatchObject({ version: "2.1.0", runs: [{}] });

    const unaskedAnswer = '{"dir":"recv","msg":{"jsonrpc":"2.0","id":"?","result":{}}}\n';
    appendFileSync(join(folder, "traces/prompt-2.jsonl"), unaskedAnswer);
    expect(runStep(commandOf("Check the traces"), folder)).toMatchObject({ status: 1 });
    expect(readReport()).toContain('"ruleId": "answer_without_request"');
  });
});
