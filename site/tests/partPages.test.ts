import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as ui from "@acp-store/ui";
import { expect, it } from "vitest";
import { PART_DOCS } from "../gallery/partDocs.js";
import { PARTS } from "../gallery/parts.js";
import { SECTIONS } from "../src/pages.js";
import { createPartPages, PART_PAGES } from "../src/partPages.js";
import { ROOT } from "../src/repository.js";

/** Hooks that belong to no part. The guides explain them. */
const SHARED_HOOKS = ["useAcpUi", "useMediaQuery", "useTexts"];
const pages = createPartPages();

// To write the pages after a change of the parts, run this test with `--update`.
it.each(pages)("has a current page $source", async ({ source, markdown }) => {
  await expect(markdown).toMatchFileSnapshot(join(ROOT, source));
});

it("lists each page in the navigation, and no other file is in the folder", () => {
  const sources = pages.map(({ source }) => source).toSorted();
  const files = readdirSync(join(ROOT, PART_PAGES)).map((file) => `${PART_PAGES}/${file}`);
  expect(files.toSorted()).toEqual(sources);
  const listed = SECTIONS.flatMap((section) => section.pages.map(({ source }) => source));
  expect(listed.filter((source) => source.startsWith(PART_PAGES)).toSorted()).toEqual(sources);
});

it("describes every hook with its part", () => {
  const hooks = Object.keys(ui).filter((name) => /^use[A-Z]/.test(name));
  const described = Object.values(PART_DOCS).flatMap(({ hooks: own = [] }) => own);
  expect([...described, ...SHARED_HOOKS].toSorted()).toEqual(hooks.toSorted());
});

it("names only parts that exist", () => {
  const names = PARTS.map(({ name }) => name);
  expect(Object.keys(PART_DOCS).filter((name) => !names.includes(name))).toEqual([]);
});
