import { describe, expect, it } from "vitest";
import { findPaths } from "../../src/workbench/findPaths.js";
import { buildTree, foldersAround } from "../../src/workbench/treeItems.js";

describe("the tree", () => {
  it("has the folders before the files, both by name", () => {
    const tree = buildTree(["b.ts", "a10.ts", "a2.ts", "src/ui/x.ts", "docs/y.md", "src/z.ts"]);
    expect(tree.get("")).toEqual(["docs", "src", "a2.ts", "a10.ts", "b.ts"]);
    expect(tree.get("src")).toEqual(["src/ui", "src/z.ts"]);
    expect(tree.get("src/ui")).toEqual(["src/ui/x.ts"]);
    expect(tree.has("b.ts")).toBe(false);
  });

  it("knows the folders around a file", () => {
    expect(foldersAround("a/b/c.ts")).toEqual(["a", "a/b"]);
    expect(foldersAround("c.ts")).toEqual([]);
  });
});

describe("finding paths", () => {
  const PATHS = ["src/cart.ts", "src/card/view.ts", "tests/cart.test.ts", "README.md"];
  const find = (query: string): string[] => [...findPaths(PATHS, query)];

  it("finds the characters in order, and prefers the name of the file", () => {
    expect(find("cart")).toEqual(["src/cart.ts", "tests/cart.test.ts", "src/card/view.ts"]);
    expect(find("SCV")).toEqual(["src/card/view.ts"]);
    expect(find("tests cart")).toEqual(["tests/cart.test.ts"]);
    expect(find("zzz")).toEqual([]);
  });

  it("lists the first files without a query, and at most 50", () => {
    expect(find("")).toEqual(PATHS);
    const many = Array.from({ length: 5000 }, (_, index) => `src/file${index}.ts`);
    expect(findPaths(many, "file")).toHaveLength(50);
  });
});
