import { expect, it } from "vitest";
import { createLineQueue } from "../src/lineQueue.js";

const { signal } = new AbortController();

it("does not give an old line to a reader of new lines", async () => {
  const lines = createLineQueue();
  lines.add("1");
  const answer = lines.takeNew(signal);
  lines.add("2");
  expect(await answer).toBe("2");
  expect(await lines.take(signal)).toBe("1");
});

it("gives a line to the newest reader, and leaves it to the other one when that one is aborted", async () => {
  const lines = createLineQueue();
  const prompt = lines.take(signal);
  const settled = new AbortController();
  const withdrawn = lines.takeNew(settled.signal);
  const answer = lines.takeNew(signal);
  lines.add("1");
  expect(await answer).toBe("1");
  settled.abort();
  await expect(withdrawn).rejects.toThrow("aborted");
  lines.add("Go on");
  expect(await prompt).toBe("Go on");
});

it("ends all readers with the input", async () => {
  const lines = createLineQueue();
  const readers = [lines.take(signal), lines.takeNew(signal)];
  lines.end();
  expect(await Promise.all(readers)).toEqual([undefined, undefined]);
  expect(await lines.take(signal)).toBeUndefined();
});
