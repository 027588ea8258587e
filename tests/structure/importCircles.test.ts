import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { SOURCES } from "./sources.js";

/** Returns the relative modules that a file imports, re-exports or loads, types included. */
function relativeImportsOf(file: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const names = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return names.filter((name) => name.startsWith("."));
}

/** Returns the shortest circle of imports through each file, as a path. Each circle is named once. */
function findCircles(texts: ReadonlyMap<string, string>): string[] {
  const imports = new Map(
    [...texts].map(([file, text]) => {
      const modules = relativeImportsOf(file, text).map((name) => join(file, "..", name));
      const targets = modules.flatMap((path) => [
        path.replace(/js$/, "ts"),
        path.replace(/js$/, "tsx"),
      ]);
      return [file, targets.filter((target) => texts.has(target))];
    }),
  );
  const circles = [...imports.keys()].flatMap((file) => {
    const paths = [[file]];
    const visited = new Set<string>();
    for (const path of paths)
      for (const next of imports.get(path.at(-1) ?? "") ?? []) {
        if (next === file) return [toText(path)];
        if (!visited.has(next)) paths.push([...path, next]);
        visited.add(next);
      }
    return [];
  });
  return [...new Set(circles)].toSorted();
}

/** Writes a circle so that it begins with the first of its files by name. */
function toText(circle: readonly string[]): string {
  const start = circle.indexOf(circle.toSorted()[0] ?? "");
  const path = [...circle.slice(start), ...circle.slice(0, start)];
  return [...path, path[0]].join(" → ");
}

describe("imports between the files of packages", () => {
  it("has no circles, types included", () => {
    expect(SOURCES.size).toBeGreaterThan(700);
    expect(findCircles(SOURCES)).toEqual([]);
  });

  it("reports a circle of a type, a part, a re-export and a file that is loaded on demand", () => {
    const planted = new Map([
      ["a/value.ts", 'import type { Part } from "../Part.js";'],
      ["Part.tsx", 'import { names } from "./names.js";'],
      ["names.ts", 'export { names } from "./load.js";'],
      ["load.ts", 'export const load = () => import("./a/value.js");'],
    ]);
    expect(findCircles(planted)).toEqual(["Part.tsx → names.ts → load.ts → a/value.ts → Part.tsx"]);
  });
});
