import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { listPages, readPage, readSnippets, type Snippet, writeSnippets } from "./snippets.js";

const root = join(import.meta.dirname, "../..");
/** The `docs` package depends on all other packages, so its snippets find them. */
const snippetFolder = join(root, "docs/.cache/snippets");
const snippets = listPages().flatMap(readSnippets);
const NEWEST_SDK = "newest";
/** Returns the version of the official SDK that a snippet uses. */
const sdkOf = ({ sdk = NEWEST_SDK }: Snippet): string => sdk;
const sdks = [...new Set(snippets.map(sdkOf))];

for (const sdk of sdks) {
  const folder = join(snippetFolder, sdk);
  writeSnippets(
    snippets.filter((snippet) => sdkOf(snippet) === sdk),
    folder,
  );
  const types = join(root, `packages/core/node_modules/acp-sdk-${sdk}/dist/acp.d.ts`);
  const config = {
    extends: "../../../../tsconfig.test.json",
    compilerOptions: {
      incremental: false,
      noUnusedLocals: false,
      ...(sdk !== NEWEST_SDK && { paths: { "@agentclientprotocol/sdk": [types] } }),
    },
    include: ["*.ts", "*.tsx"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
}

/** Returns the output that the comments after `console.log(…);` document. */
function getDocumentedOutput(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, output]) => output ?? "");
}

/** Formats a logged value like the documentation does. */
function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value)
    .replace(/"(\w+)":/g, " $1: ")
    .replace(/\}/g, " }")
    .replace(/\{ {2}/g, "{ ");
}

/** Replaces `npx` with a script that starts a scripted agent. */
function stubNpxWithScriptedAgent(): void {
  const folder = mkdtempSync(join(tmpdir(), "acp-store-npx-"));
  const agent = join(root, "packages/testing/dist/node/main.js");
  const script = `#!/bin/sh\nexec "${process.execPath}" "${agent}" --scenario first-turn\n`;
  writeFileSync(join(folder, "npx"), script, { mode: 0o755 });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"] ?? ""}`);
}

describe("a documentation snippet", () => {
  it.each(sdks)("compiles without errors with the SDK: %s", (sdk) => {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const compile = () =>
      execFileSync(process.execPath, [tsc, "-p", join(snippetFolder, sdk)], { encoding: "utf8" });
    expect(snippets.length).toBeGreaterThan(5);
    expect(getOutput(compile)).toBe("");
  });

  it.each(snippets.filter(({ code }) => getDocumentedOutput(code).length > 0))(
    "prints its documented output in $page",
    async (snippet) => {
      stubNpxWithScriptedAgent();
      const log = vi.spyOn(console, "log").mockImplementation(() => {});
      await import(join(snippetFolder, sdkOf(snippet), snippet.fileName));
      const lines = log.mock.calls.map((args) => args.map(formatValue).join(" "));
      const documented = getDocumentedOutput(snippet.code).map((line) =>
        line.replace(/^"(.*)"$/, "$1"),
      );
      expect(lines).toEqual(documented);
    },
  );
});

describe("a documentation page", () => {
  it.each(listPages())("links only to existing files: %s", (page) => {
    const targets = [...readPage(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, target]) => target ?? "",
    );
    const missing = targets.filter((target) => !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
  });
});

/** Returns the output of a failed command, or its result. */
function getOutput(run: () => string): string {
  try {
    return run();
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? error);
  }
}
