import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ModuleDeclaration, parseSync, type Statement } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { listPages, readPage } from "./snippets.js";

const root = join(import.meta.dirname, "../..");

/** A link from a page to a symbol of a source file: [`symbol`](path/to/file.ts). */
interface CodeLink {
  readonly symbol: string;
  readonly file: string;
}

function codeLinksOf(page: string): CodeLink[] {
  return Array.from(
    readPage(page).matchAll(/\[`([\w$.]+)(?:\(\))?`\]\(([^)\s]+\.tsx?)\)/g),
    ([, symbol = "", target = ""]) => ({ symbol, file: join(dirname(page), target) }),
  );
}

/** Returns the module-level names of a file, and its class members as `Class.member`. */
function symbolsOf(file: string): ReadonlySet<string> {
  const { program } = parseSync(file, readFileSync(join(root, file), "utf8"));
  return new Set(program.body.flatMap(declaredSymbols));
}

function declaredSymbols(statement: Statement | ModuleDeclaration): string[] {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      return statement.declaration === null ? [] : declaredSymbols(statement.declaration);
    case "VariableDeclaration":
      return statement.declarations.flatMap(({ id }) =>
        id.type === "Identifier" ? [id.name] : [],
      );
    case "ClassDeclaration": {
      const name = statement.id?.name ?? "";
      const members = statement.body.body.flatMap((member) =>
        "key" in member && member.key?.type === "Identifier" ? [member.key.name] : [],
      );
      return [name, ...members.map((member) => `${name}.${member}`)];
    }
    case "FunctionDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return statement.id?.type === "Identifier" ? [statement.id.name] : [];
    default:
      return [];
  }
}

const linked = listPages()
  .map((page) => ({ page, links: codeLinksOf(page) }))
  .filter(({ links }) => links.length > 0);

describe("links to code", () => {
  it("covers the rules of the protocol in the pages about the architecture", () => {
    const pages = linked.filter(({ page }) => page.endsWith("ARCHITECTURE.md"));
    const links = pages.flatMap((page) => page.links);
    expect(links.length).toBeGreaterThan(250);
  });

  it("leaves a map that is short enough to be read", () => {
    expect(Buffer.byteLength(readPage("ARCHITECTURE.md"))).toBeLessThanOrEqual(16_000);
  });

  it.each(linked)("names symbols that exist: $page", ({ links }) => {
    const missing = links.filter(({ symbol, file }) => !symbolsOf(file).has(symbol));
    expect(missing).toEqual([]);
  });
});
