import { beforeEach, expect, it, vi } from "vitest";
import type { Figure } from "../../src/figures.js";
import { suites } from "../../src/suites/suites.js";

const options = { scale: 0.001, seed: 1, rounds: 1, progress: () => {} };

beforeEach(() => {
  vi.stubGlobal("gc", () => {});
});

async function runSuite(name: string): Promise<Figure[]> {
  const suite = await suites[name]?.();
  return (await suite?.(options)) ?? [];
}

const getNames = (figures: readonly Figure[]) =>
  figures.map((figure) => (figure.type === "timing" ? figure.contestant : figure.name));

it.each(["W1", "W1v2", "W2a", "W2b", "W3", "W4", "protocols"])(
  "compares acp-store with the baseline in suite %s",
  async (name) => {
    const figures = await runSuite(name);
    expect(getNames(figures)).toEqual(expect.arrayContaining(["baseline", "acp-store"]));
    expect(figures.filter((figure) => figure.type === "missing")).toEqual([]);
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
  expect(compared).toEqual(expected);
});

it("sets the target of W1 for acp-store only", async () => {
  const figures = await runSuite("W1");
  const withTarget = figures.filter((figure) => figure.type === "timing" && figure.target);
  expect(getNames(withTarget)).toEqual(["acp-store"]);
});

it("measures every operation in states of three sizes", async () => {
  const figures = await runSuite("growth");
  expect(figures.length).toBeGreaterThan(50);
  for (const figure of figures) {
    expect(figure).toMatchObject({ type: "growth" });
    expect(figure).toHaveProperty("type" in figure && "reason" in figure ? "reason" : "target");
  }
});

it("measures saving and restoring", async () => {
  const names = getNames(await runSuite("persist"));
  expect(names).toContain("state after W1: serialize and deserialize");
});

it("reports the heap at the end of the soak test", async () => {
  const names = getNames(await runSuite("soak"));
  expect(names).toContain("soak: heap after 2,000 updates");
});

it("measures mirrors over real transports", { timeout: 30_000 }, async () => {
  const figures = await runSuite("mirrors");
  const values = figures.map((figure) => ("value" in figure ? figure.value : Number.NaN));
  expect(values.filter((value) => !Number.isFinite(value))).toEqual([]);
  const latencies = getNames(figures).filter((name) => name.startsWith("mirrors: from ingest"));
  expect(latencies).toHaveLength(8);
});
