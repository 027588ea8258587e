import { expect, it } from "vitest";
import { parse } from "yaml";
import { readSource } from "../src/repository.js";

interface Home {
  readonly features: readonly { readonly title: string; readonly details: string }[];
}

const [, frontmatter = ""] = /^---\n([\s\S]*?)\n---/.exec(readSource("site/index.md")) ?? [];
const { features } = parse(frontmatter) as Home;

it.each(features)(
  "shows only numbers of the page about performance: $title",
  ({ title, details }) => {
    const performance = readSource("docs/performance.md");
    const numbers = `${title} ${details}`.match(/\d(?:[\d,.]*\d)?/g) ?? [];
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.filter((number) => !performance.includes(number))).toEqual([]);
  },
);
