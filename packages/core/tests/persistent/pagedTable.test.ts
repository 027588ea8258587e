import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PagedTable } from "../../src/persistent/pagedTable.js";

const key = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "10", "2", "", "toString"),
  fc.integer({ min: 0, max: 80 }).map(String),
);
const operation = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant("set" as const), key, fc.integer()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("delete" as const), key, fc.integer()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("fork" as const), key, fc.integer()) },
);

describe("PagedTable", () => {
  it("behaves like a Map whose snapshots never change", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 300 }), (operations) => {
        let table = new PagedTable<number>();
        const model = new Map<string, number>();
        const taken: [ReadonlyMap<string, number>, [string, number][]][] = [];
        for (const [name, id, value] of operations) {
          if (name === "set") {
            table.set(id, value);
            model.set(id, value);
          } else if (name === "delete") {
            table.delete(id);
            model.delete(id);
          } else {
            const old = table;
            table = new PagedTable(table.snapshot());
            old.set("only in the old table", value);
          }
          expect([table.get(id), table.has(id)]).toEqual([model.get(id), model.has(id)]);
          // Several writes lie between two snapshots, because that is where writes share pages.
          if (value % 3 === 0) taken.push([table.snapshot(), [...model]]);
        }
        taken.push([table.snapshot(), [...model]]);
        for (const [snapshot, entries] of taken) {
          expect([...snapshot]).toEqual(entries);
          expect(snapshot.size).toBe(entries.length);
          expect(entries.every(([id, value]) => snapshot.get(id) === value)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("returns the same snapshot until the next write", () => {
    const table = new PagedTable(new Map([["a", 1]]));
    const first = table.snapshot();
    expect(table.snapshot()).toBe(first);
    table.set("a", 2);
    expect(table.snapshot()).not.toBe(first);
    expect(first.get("a")).toBe(1);
  });

  it("hides later keys from earlier snapshots", () => {
    const table = new PagedTable<number>();
    table.set("a", 1);
    const before = table.snapshot();
    table.set("b", 2);
    expect(before.has("b")).toBe(false);
    expect(before.get("b")).toBeUndefined();
    expect([...before.keys()]).toEqual(["a"]);
    expect([...before.values()]).toEqual([1]);
  });
});
