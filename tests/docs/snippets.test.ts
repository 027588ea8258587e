import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { pages, snippetFolder, textOf, writeSnippets } from "./snippets.js";

const root = join(import.meta.dirname, "../..");
const snippets = writeSnippets();

/** What the comments behind `console.log(…);` say is printed. */
function promisedOutput(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, output]) => output ?? "");
}

function printed(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value)
    .replace(/"(\w+)":/g, " $1: ")
    .replace(/\}/g, " }")
    .replace(/\{ {2}/g, "{ ");
}

/** Where snippets call `npx` for an agent, they get one that is made for tests. */
function useAgentForNpx(): void {
  const folder = mkdtempSync(join(tmpdir(), "acp-store-npx-"));
  const agent = join(root, "packages/client/tests/fixtures/agent.mjs");
  const script = `#!/bin/sh\nexec "${process.execPath}" "${agent}"\n`;
  writeFileSync(join(folder, "npx"), script, { mode: 0o755 });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"] ?? ""}`);
}

describe("the snippets of the documentation", () => {
  it("compile", () => {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const compile = () =>
      execFileSync(process.execPath, [tsc, "-p", snippetFolder], { encoding: "utf8" });
    expect(snippets.length).toBeGreaterThan(5);
    expect(attempt(compile)).toBe("");
  });

  it.each(snippets.filter(({ code }) => promisedOutput(code).length > 0))(
    "print what they say: $page",
    async ({ file, code }) => {
      useAgentForNpx();
      const log = vi.spyOn(console, "log").mockImplementation(() => {});
      await import(file);
      const lines = log.mock.calls.map((args) => args.map(printed).join(" "));
      const promised = promisedOutput(code).map((line) => line.replace(/^"(.*)"$/, "$1"));
      expect(lines).toEqual(promised);
    },
  );
});

describe("the links of the documentation", () => {
  it.each(pages())("lead somewhere: %s", (page) => {
    const targets = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, target]) => target ?? "",
    );
    const missing = targets.filter((target) => !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
  });
});

/** The compiler's own words, if it has any. */
function attempt(run: () => string): string {
  try {
    return run();
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? error);
  }
}
