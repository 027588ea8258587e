import { createGate } from "@acp-store/testing";
import { expect, it } from "vitest";
import type { Mention, MentionSource } from "../../src/mentions/mention.js";
import { type FoundMentions, searchMentions } from "../../src/mentions/searchMentions.js";

const SESSION = { sessionId: "s1", cwd: "/p" };

function createSource(labels: readonly string[], wait?: Promise<unknown>): MentionSource {
  const toMention = (label: string): Mention => ({ uri: `x:${label}`, kind: "other", label });
  return {
    async search() {
      await wait;
      return labels.map(toMention);
    },
    read: async () => ({}),
  };
}

function search(sources: readonly MentionSource[]) {
  const stop = new AbortController();
  const found: FoundMentions[] = [];
  const done = searchMentions("", sources, SESSION, stop.signal, (next) => found.push(next));
  const labels = (): readonly (readonly string[])[] =>
    found.map(({ items }) => items.map(({ mention }) => mention.label));
  return { stop, done, found, labels };
}

it("adds the mentions of later sources at the end, even if an earlier source is slow", async () => {
  const gate = createGate();
  const { done, labels } = search([
    createSource(["a"]),
    createSource(["b"], gate.pass()),
    createSource(["c"]),
  ]);
  gate.open();
  await done;
  expect(labels()).toEqual([["a"], ["a", "b"], ["a", "b", "c"]]);
});

it("lists a mention of several sources once, for the first source", async () => {
  const first = createSource(["a", "a"]);
  const { done, found } = search([first, createSource(["a", "b"])]);
  await done;
  expect(
    found.at(-1)?.items.map(({ mention, source }) => [mention.label, source === first]),
  ).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

it("limits the mentions of a source and of all sources, and reports that there are more", async () => {
  const many = (name: string): MentionSource =>
    createSource(Array.from({ length: 31 }, (_, index) => name + index));
  const { done, found } = search([many("a"), createSource(["x"]), many("b")]);
  await done;
  expect(found.map(({ items, hasMore }) => [items.length, hasMore])).toEqual([
    [30, true],
    [31, true],
    [50, true],
  ]);
});

it("reports a source that cannot search, and lists the mentions of the others", async () => {
  const broken: MentionSource = {
    search: () => Promise.reject(new Error("The folder is gone.")),
    read: async () => ({}),
  };
  const { done, found } = search([broken, createSource(["a"])]);
  await done;
  expect(found.at(-1)).toMatchObject({ items: [{}], error: "The folder is gone." });
});

it("reports nothing after it is aborted", async () => {
  const gate = createGate();
  const { done, stop, found } = search([createSource(["a"], gate.pass())]);
  stop.abort();
  gate.open();
  await done;
  expect(found).toEqual([]);
});
