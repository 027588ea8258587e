import { beforeEach, expect, it, vi } from "vitest";
import type { Figure } from "../../src/figures.js";
import { parts } from "../../src/parts/parts.js";

const options = { scale: 0.001, seed: 1, rounds: 1, progress: () => {} };

beforeEach(() => {
  vi.stubGlobal("gc", () => {});
});

async function figuresOf(name: string): Promise<Figure[]> {
  const run = await parts[name]?.();
  return (await run?.(options)) ?? [];
}

const subjects = (figures: readonly Figure[]) =>
  figures.map((figure) => (figure.type === "timing" ? figure.contestant : figure.name));

it.each(["W1", "W1v2", "W2a", "W2b", "W3", "W4", "others"])(
  "compares with the floor: %s",
  async (name) => {
    const figures = await figuresOf(name);
    expect(subjects(figures)).toEqual(expect.arrayContaining(["the floor", "acp-store"]));
    expect(figures.filter((figure) => figure.type === "missing")).toEqual([]);
  },
);

it("sets the target for the store as it is measured by it", async () => {
  const figures = await figuresOf("W1");
  const aimed = figures.filter((figure) => figure.type === "timing" && figure.target);
  expect(subjects(aimed)).toEqual(["acp-store"]);
});

it("says what a long life leaves behind", async () => {
  const names = subjects(await figuresOf("soak"));
  expect(names).toContain("soak: heap after 2,000 updates");
});
