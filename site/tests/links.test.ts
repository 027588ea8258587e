import { describe, expect, it } from "vitest";
import { resolveLink } from "../src/links.js";
import { REPOSITORY, TAG } from "../src/repository.js";

describe("a link of a Markdown file", () => {
  it.each([
    [
      "docs/setup.md",
      "../packages/core/README.md#custom-connections",
      "/guides/store#custom-connections",
    ],
    ["packages/react/README.md", "../core", "/guides/store"],
    ["packages/react/README.md", "../client/", "/guides/client"],
    ["docs/setup.md", "README.md", "/"],
    ["docs/testing.md", "traces.md", "/guides/traces"],
  ])("leads from %s to the page of %s", (source, href, link) => {
    expect(resolveLink(source, href)).toBe(link);
  });

  it("leads to the released version of a file that has no page", () => {
    expect(resolveLink("docs/protocol.md", "../packages/core/src/reduce/turns.ts")).toBe(
      `${REPOSITORY}/blob/${TAG}/packages/core/src/reduce/turns.ts`,
    );
    expect(resolveLink("README.md", "packages/core/src/reduce")).toBe(
      `${REPOSITORY}/tree/${TAG}/packages/core/src/reduce`,
    );
  });

  it.each(["https://example.com/a.md", "#growth", "/api/", "mailto:a@example.com"])(
    "keeps %s",
    (href) => {
      expect(resolveLink("docs/setup.md", href)).toBe(href);
    },
  );
});
