import { describe, expect, it } from "vitest";
import { createRegistryItems } from "../src/registry.js";

describe.each(createRegistryItems())("the registry item $name", ({ dependencies, files }) => {
  it("contains every file that its files import, without extensions", () => {
    const targets = files.map(({ target }) => target.replace(/\.tsx?$/, ""));
    for (const { target, content } of files) {
      for (const [, specifier = ""] of content.matchAll(/from "(\.[^"]+)"/g)) {
        expect(targets).toContain(new URL(specifier, `file:///${target}`).pathname.slice(1));
      }
    }
  });

  it("names the libraries that its files import", () => {
    const imported = files.flatMap(({ content }) =>
      [...content.matchAll(/from "((?:@[\w-]+\/)?\w[\w.-]*)[^"]*"/g)].map(([, name]) => name),
    );
    const libraries = imported.filter((name) => name !== "react" && name !== "react-dom");
    const named = dependencies.map((dependency) => dependency.replace(/(.)@.*$/, "$1"));
    expect(new Set(libraries)).toEqual(new Set(named));
  });

  it("brings the stylesheet", () => {
    expect(files.some(({ target }) => target.endsWith("/style.css"))).toBe(true);
  });
});

it("keeps the permission dock free of the libraries for Markdown, diffs and terminals", () => {
  const dock = createRegistryItems().find(({ name }) => name === "permission-dock");
  expect(dock?.dependencies.map((dependency) => dependency.replace(/(.)@.*$/, "$1"))).toEqual([
    "@acp-store/core",
    "@acp-store/react",
  ]);
});
