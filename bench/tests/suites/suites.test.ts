import { beforeEach, expect, it, vi } from "vitest";
import type { Figure } from "../../src/figures.js";
import { suites } from "../../src/suites/suites.js";

const options = { scale: 0.001, rounds: 1, progress: () => {} };

beforeEach(() => {
  vi.stubGlobal("gc", () => {});
});

async function runSuite(name: string): Promise<Figure[]> {
  const suite = await suites[name]?.();
  return (await suite?.(options)) ?? [];
}

it.each(["W1", "W1v2", "W2a", "W2b", "W3", "W4"])(
  "compares acp-store with the baseline in suite %s, with targets for acp-store only",
  async (name) => {
    const timings = (await runSuite(name)).filter((figure) => figure.type === "timing");
    const contestants = timings.map(({ contestant }) => contestant);
    expect(contestants.slice(0, 2)).toEqual(["baseline", "acp-store"]);
    const withTarget = timings.flatMap(({ contestant, target }) => (target ? [contestant] : []));
    expect(withTarget).toEqual(["acp-store"]);
  },
);

it("compares the whole client with the SDK in every workload of the connection suite", async () => {
  const figures = await runSuite("connection");
  const names = figures.flatMap((figure) =>
    figure.type === "timing" && figure.contestant === "acp-store" ? [figure.workload] : [],
  );
  const compared = figures.flatMap((figure) =>
    figure.type === "measure" && figure.subject.startsWith("SDK") ? [figure.name] : [],
  );
  const expected = names.map((name) => `${name}: time per update, relative to acp-store`);
  expect(names.length).toBeGreaterThan(5);
  expect(compared).toEqual(expected);
});

it("measures every operation in states of three sizes", async () => {
  const figures = await runSuite("growth");
  const growths = figures.filter((figure) => figure.type === "growth");
  expect(growths.length).toBeGreaterThan(40);
  expect(growths).toHaveLength(figures.length);
  const times = growths.flatMap(({ microseconds }) => microseconds);
  expect(times.filter((time) => time > 0)).toHaveLength(growths.length * 3);
});

it("measures several agents, with a target for each promise", async () => {
  const figures = await runSuite("fleet");
  const measures = figures.filter((figure) => figure.type === "measure");
  expect(measures).toHaveLength(15);
  expect(measures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  expect(measures.filter(({ target }) => target !== undefined)).toHaveLength(6);
  expect(measures.find(({ name }) => name.includes("are called"))?.value).toBe(0);
});

it("measures mirrors", async () => {
  const figures = await runSuite("mirrors");
  const values = figures.map((figure) => ("value" in figure ? figure.value : Number.NaN));
  expect(values).toHaveLength(9);
  expect(values.filter((value) => !Number.isFinite(value))).toEqual([]);
});

it("measures a review in memory, on the disk and with git", async () => {
  const figures = await runSuite("review");
  const measures = figures.filter((figure) => figure.type === "measure");
  expect(measures).toHaveLength(12);
  expect(measures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  expect(measures.filter(({ target }) => target !== undefined)).toHaveLength(9);
});

it("measures the search in saved sessions, with an index and without", async () => {
  const figures = await runSuite("search");
  const measures = figures.filter((figure) => figure.type === "measure");
  expect(measures).toHaveLength(10);
  expect(measures.filter(({ value }) => !Number.isFinite(value) || value === 0)).toEqual([]);
});
