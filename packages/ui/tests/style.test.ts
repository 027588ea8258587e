import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postcss, { type Declaration, type Root, type Rule } from "postcss";
import { build } from "vite";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(folder, path), "utf8");

/** Returns the style sheets that `prepack` builds, by name. */
async function buildSheets(): Promise<ReadonlyMap<string, Root>> {
  const built = await build({ root: folder, logLevel: "error", build: { write: false } });
  if (!("output" in built)) throw new Error("The build has more than one output.");
  return new Map(
    built.output.flatMap((file) =>
      file.type === "asset" && file.fileName.endsWith(".css")
        ? [[file.fileName, postcss.parse(String(file.source))] as const]
        : [],
    ),
  );
}

const sheets = await buildSheets();
const style = sheetOf("style.css");
const vscode = sheetOf("vscode.css");
// The rules of the terminal emulator are those of its package.
style.walkRules((rule: Rule) => {
  if (rule.selectors.every((selector) => selector.startsWith(".xterm"))) rule.remove();
});

function sheetOf(name: string): Root {
  const sheet = sheets.get(name);
  if (sheet === undefined) throw new Error(`The build has no ${name}.`);
  return sheet;
}

/** Returns the names of the `--acp-` properties that a style sheet declares. */
function listDeclared(sheet: Root): string[] {
  const names: string[] = [];
  sheet.walkDecls(/^--acp-/, ({ prop }: Declaration) => void names.push(prop));
  return names;
}

const listUsed = (text: string): string[] =>
  [...text.matchAll(/var\(\s*(--acp-[\w-]+)/g)].map(([, name = ""]) => name);

/** Returns the selectors of all rules besides the steps of animations. */
function listSelectors(sheet: Root): string[] {
  const selectors: string[] = [];
  sheet.walkRules((rule: Rule) => {
    const { parent } = rule;
    if (parent?.type === "atrule" && "name" in parent && parent.name === "keyframes") return;
    selectors.push(...rule.selectors);
  });
  return selectors;
}

describe("the theme", () => {
  const declared = listDeclared(style);

  it("declares each property once, with a comment before its group", () => {
    expect(declared).toEqual([...new Set(declared)]);
    const isExplained = /\/\*[^/]+\*\/\s+(?:--acp-[\w-]+:[^;]+;\s+)+/g;
    const explained = read("src/styles/tokens.css").match(isExplained)?.join("") ?? "";
    for (const name of declared) expect(explained).toContain(`${name}:`);
  });

  it.each([
    "examples/editor/src",
    "examples/editor/phone",
    "examples/vscode/src",
    "site/gallery",
    "site/playground",
    "site/shell",
  ])("declares the properties that the page in %s uses", (page) => {
    const root = join(folder, "../..", page);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" });
    const sheets = files.filter((path) => path.endsWith(".css"));
    const used = sheets.flatMap((path) => listUsed(readFileSync(join(root, path), "utf8")));
    expect(used).not.toEqual([]);
    // The devtools declare the space that they take.
    const others = used.filter((property) => !property.startsWith("--acp-devtools-"));
    expect(others.filter((property) => !declared.includes(property))).toEqual([]);
  });

  it("declares exactly the properties that the parts use", () => {
    const files = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" });
    const code = files
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => read(join("src", file)))
      .join("\n");
    expect([...new Set([...listUsed(style.toString()), ...listUsed(code)])].toSorted()).toEqual(
      declared.toSorted(),
    );
  });

  it("has a value from VS Code for every color and font", () => {
    const given = listDeclared(vscode);
    const own = ["--acp-backdrop", "--acp-column"];
    expect([...given, ...own].toSorted()).toEqual(declared.toSorted());
  });
});

describe.each([
  ["style.css", style, "acp-ui"],
  ["vscode.css", vscode, "acp-ui-vscode"],
])("%s", (_, sheet, layer) => {
  it("has all rules in its cascade layer", () => {
    const outside = sheet.nodes.filter(
      (node) =>
        node.type !== "comment" &&
        !(
          node.type === "atrule" &&
          node.name === "layer" &&
          (!node.nodes || node.params === layer)
        ),
    );
    expect(outside.map(String)).toEqual([]);
  });
});

describe("the style sheet of the parts", () => {
  const selectors = listSelectors(style);

  it("has only class names and animations with the prefix acp-", () => {
    const classes = selectors.flatMap((selector) => selector.match(/(?<=\.)-?[a-z][\w-]*/gi) ?? []);
    expect(classes.filter((name) => !name.startsWith("acp-"))).toEqual([]);
    style.walkAtRules("keyframes", ({ params }) => expect(params).toMatch(/^acp-/));
  });

  it("selects only the parts and elements inside them", () => {
    const withoutNegations = selectors.map((selector) => selector.replace(/:not\([^()]*\)/g, ""));
    expect(withoutNegations.filter((selector) => !/\.acp-|^:root$|^:host$/.test(selector))).toEqual(
      [],
    );
    const beginsWithElement = /^(?!:where)[a-z]/i;
    expect(selectors.filter((selector) => beginsWithElement.test(selector))).toEqual([]);
  });

  it("adapts to the width of the panel and not to that of the window", () => {
    const queries: string[] = [];
    style.walkAtRules("media", ({ params }) => void queries.push(params));
    expect(queries.filter((query) => /width/.test(query))).toEqual([]);
  });

  it("has no physical directions", () => {
    const physical: string[] = [];
    style.walkDecls((declaration: Declaration) => {
      const { prop, value } = declaration;
      const isSide = /^(?:(?:margin|padding|border)-)?(?:left|right)(?:-|$)/.test(prop);
      const isAlignment = prop === "text-align" && /left|right/.test(value);
      const values = postcss.list.space(value);
      const isLopsided =
        /^(?:margin|padding|inset)$/.test(prop) && values.length === 4 && values[1] !== values[3];
      if (isSide || isAlignment || isLopsided) physical.push(String(declaration));
    });
    expect(physical).toEqual([]);
  });
});
