import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const PROGRAM = new URL("../dist/program/", import.meta.url);

/** Returns the package of a module, which may be an entry such as `@scope/package/entry`. */
function packageOf(name: string): string {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}

it("imports only dependencies that users install", () => {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  const imported = new Set<string>();
  for (const file of readdirSync(PROGRAM)) {
    const code = readFileSync(new URL(file, PROGRAM), "utf8");
    for (const [, name = ""] of code.matchAll(/^import\s.*?\bfrom "([^".][^"]*)"/gm))
      imported.add(name);
  }
  const names = [...imported].filter((name) => !name.startsWith("node:")).map(packageOf);
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(dependencies).toSorted());
});
