import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The first edit of something new: text that is added after another text of a file. */
interface Edit {
  readonly file: string;
  readonly after: string;
  readonly add: string;
}

/** The first edits of each row of the table in ARCHITECTURE.md, and the packages that may break. */
const FIRST_EDITS: Readonly<
  Record<string, { readonly packages: readonly string[]; readonly edits: readonly Edit[] }>
> = {
  "an action of the user": {
    packages: ["core", "client", "mirror"],
    edits: [
      {
        file: "packages/core/src/actions/actions.ts",
        after: "export interface ActionArgs {",
        add: "readonly pinSession: readonly [sessionId: string];",
      },
    ],
  },
  "a kind of update": {
    packages: ["core"],
    edits: [
      {
        file: "packages/core/src/wire/v2/updates.ts",
        after: "export type UpdateNameV2 =",
        add: '| "bookmark_update"',
      },
    ],
  },
  "a kind of entity": {
    packages: ["core", "mirror", "ai-sdk", "assistant-ui", "react"],
    edits: [
      {
        file: "packages/core/src/state/tables.ts",
        after: "export interface SessionTables {",
        add: "readonly bookmarks: ReadonlyMap<string, { readonly bookmarkId: string }>;",
      },
      {
        file: "packages/core/src/state/tables.ts",
        after: "export interface EntityTimelineItem {\n  readonly type:",
        add: '| "bookmark"',
      },
      {
        file: "packages/core/src/events/conversationEvents.ts",
        after: "export type TranscriptEvent =",
        add: '| (InSession & { readonly type: "bookmark"; readonly bookmarkId: string })',
      },
      {
        file: "packages/core/src/wire/v2/updates.ts",
        after: "export type UpdateNameV2 =",
        add: '| "bookmark_update"',
      },
    ],
  },
  "a read": {
    packages: ["core", "react", "vue"],
    edits: [
      {
        file: "packages/core/src/reads/entityReads.ts",
        after: 'import type { StateRead } from "./stateRead.js";',
        add: `export const bookmarkRead = (sessionId: string): StateRead<Plan | undefined> =>
  entityRead(sessionId, "plans", "bookmarks");`,
      },
    ],
  },
  "a conformance rule": {
    packages: ["core", "check"],
    edits: [
      {
        file: "packages/check/src/turns.ts",
        after: "export type TurnRuleCode =",
        add: '| "unknown_bookmark"',
      },
    ],
  },
};

const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
const section = page.slice(page.indexOf("## Adding things"), page.indexOf("## Glossary"));
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (to add|---)/.test(line))
  .map((line) => {
    const [, name = "", compiler = ""] = line.split("|").map((cell) => cell.trim());
    const files = Array.from(compiler.matchAll(/\]\(([^)]+)\)/g), ([, file = ""]) => file);
    return { name, files };
  });

const copy = mkdtempSync(join(tmpdir(), "acp-store-adding-"));

beforeAll(() => {
  const packages = new Set(Object.values(FIRST_EDITS).flatMap((first) => first.packages));
  for (const path of ["tsconfig.base.json", "node_modules"])
    symlinkSync(join(root, path), join(copy, path));
  // The links between packages lead from the copy to the copy, so all folders have to exist first.
  const folders = readdirSync(join(root, "packages"));
  for (const name of folders) mkdirSync(join(copy, "packages", name), { recursive: true });
  for (const name of packages)
    for (const part of ["src", "package.json", "node_modules"]) {
      const path = join("packages", name, part);
      if (existsSync(join(root, path)))
        cpSync(join(root, path), join(copy, path), { recursive: true, verbatimSymlinks: true });
    }
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Returns the files of the packages in which the compiler finds errors. */
async function filesWithErrors(packages: readonly string[]): Promise<string[]> {
  const compilerOptions = {
    ...{ lib: ["ES2023", "DOM", "DOM.Iterable"], jsx: "react-jsx", noEmit: true },
    ...{ composite: false, declaration: false, declarationMap: false, isolatedDeclarations: false },
  };
  const include = packages.map((name) => `packages/${name}/src`);
  const exclude = packages.map((name) => `packages/${name}/src/node`);
  const config = { extends: "./tsconfig.base.json", compilerOptions, include, exclude };
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const output = await run(process.execPath, [compiler, "-p", ".", "--pretty", "false"], {
    cwd: copy,
  }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
  const files = Array.from(output.matchAll(/^(\S+)\(\d+,\d+\): error/gm), ([, file = ""]) => file);
  return [...new Set(files)].toSorted();
}

describe("the table of the map", () => {
  it("has a row for each first edit", () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(FIRST_EDITS));
  });

  it.each(rows)(
    "links the files that the compiler names after the first edit of $name",
    async ({ name, files }) => {
      const { packages, edits } = FIRST_EDITS[name] ?? { packages: [], edits: [] };
      const texts = new Map<string, string>();
      for (const { file, after, add } of edits) {
        const path = join(copy, file);
        const text = readFileSync(path, "utf8");
        expect(text).toContain(after);
        if (!texts.has(path)) texts.set(path, text);
        writeFileSync(path, text.replace(after, `${after}\n${add}\n`));
      }
      const found = await filesWithErrors(packages);
      for (const [path, text] of texts) writeFileSync(path, text);
      expect(found).toEqual(files.toSorted());
    },
    180_000,
  );

  it("is about sources without errors", async () => {
    const packages = Object.values(FIRST_EDITS).flatMap((first) => first.packages);
    expect(await filesWithErrors([...new Set(packages)])).toEqual([]);
  }, 180_000);
});
