// Checks that each module-level name of a package is declared in one file only, so that a search
// for a name finds one thing. The folders v1 and v2 declare the same names for the two protocol
// versions; they count as one file.
// Usage: node scripts/check-names.mjs [PACKAGE FOLDER …]      (default: all packages)
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

const folders = process.argv.slice(2);
if (folders.length === 0)
  folders.push(...readdirSync("packages").map((name) => `packages/${name}`));

/**
 * Returns the names that a statement declares at the top level of its module.
 * @param {import("oxc-parser").Statement | import("oxc-parser").ModuleDeclaration} statement
 * @returns {string[]}
 */
function declaredNames(statement) {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      return statement.declaration === null ? [] : declaredNames(statement.declaration);
    case "VariableDeclaration":
      return statement.declarations.flatMap(({ id }) =>
        id.type === "Identifier" ? [id.name] : [],
      );
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSEnumDeclaration":
      return statement.id?.type === "Identifier" ? [statement.id.name] : [];
    default:
      return [];
  }
}

let conflicts = 0;
for (const folder of folders) {
  const listed = execFileSync("git", ["ls-files", `${folder}/src`], { encoding: "utf8" });
  const files = listed.split("\n").filter((path) => /\.tsx?$/.test(path));
  /** @type {Map<string, Set<string>>} */
  const places = new Map();
  for (const path of files) {
    const { program } = parseSync(path, readFileSync(path, "utf8"));
    for (const name of program.body.flatMap(declaredNames))
      places.set(name, (places.get(name) ?? new Set()).add(path.replace(/\/v[12]\//, "/v1,v2/")));
  }
  const repeated = [...places].filter(([, paths]) => paths.size > 1);
  conflicts += repeated.length;
  for (const [name, paths] of repeated) console.log(`${name}: ${[...paths].join(", ")}`);
  if (files.length > 0)
    console.log(
      `${folder}: ${repeated.length} of ${places.size} names are declared in several files`,
    );
}
if (conflicts > 0) process.exitCode = 1;
