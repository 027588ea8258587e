import { createFrameLog } from "@acp-store/fleet/frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** A step of a test: a connection starts, a line of a length is added, or a reader reads. */
const step = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ type: "connect" } as const) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("append" as const),
      length: fc.integer({ min: 8, max: 60 }),
      isMessage: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("read" as const), max: fc.nat(100) }) },
);

describe("createFrameLog", () => {
  it("gives each line once or counts it, keeps its limits, and has the first messages of the oldest connection", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 120 }),
        fc.record({
          lines: fc.integer({ min: 1, max: 20 }),
          characters: fc.integer({ min: 100, max: 600 }),
        }),
        (steps, limits) => {
          const log = createFrameLog(limits);
          const all: string[] = [];
          const starts = [0];
          let position = 0;
          const read = (from: number, max?: number) => {
            const { text, next } = log.read(from, max);
            const rows = text.split("\n").slice(0, -1);
            let at = from;
            for (const row of rows) {
              const skipped = /^\{"skipped":(\d+)\}$/.exec(row)?.[1];
              if (skipped === undefined) expect(row).toBe(all[at]);
              at += Number(skipped ?? 1);
            }
            expect(next).toBe(at);
            if (rows.length > 1 && max !== undefined) expect(text.length).toBeLessThanOrEqual(max);
            return { rows, next };
          };
          for (const each of steps) {
            if (each.type === "connect") {
              log.startConnection();
              if (starts.at(-1) !== all.length) starts.push(all.length);
            } else if (each.type === "append") {
              const line = `${all.length}:`.padEnd(each.length, "x");
              all.push(line);
              log.append(line, each.isMessage);
            } else position = read(position, each.max).next;
          }
          while (position < all.length) position = read(position).next;
          const kept = new Map<number, string>();
          for (let from = 0; from < all.length; ) {
            const { rows, next } = read(from);
            if (!rows[0]?.startsWith("{"))
              rows.forEach((row, index) => kept.set(from + index, row));
            from = next;
          }
          const characters = [...kept.values()].reduce((sum, { length }) => sum + length, 0);
          expect(characters).toBeLessThanOrEqual(limits.characters);
          // The newest lines without a gap, and before them the first ones of the same connection.
          let oldest = all.length;
          while (kept.has(oldest - 1)) oldest--;
          const start = starts.findLast((from) => from <= oldest) ?? 0;
          expect([...kept.keys()].every((index) => index >= start)).toBe(true);
          const fits = (all[start]?.length ?? 0) <= limits.characters / 2;
          if (fits && start < all.length) expect(kept.has(start)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
