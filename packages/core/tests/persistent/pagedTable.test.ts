import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldPages } from "../../src/persistent/foldPages.js";
import { PagedTable } from "../../src/persistent/pagedTable.js";

const key = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "10", "2", "", "toString"),
  fc.integer({ min: 0, max: 80 }).map(String),
);
const operation = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant("set" as const), key, fc.integer()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("delete" as const), key, fc.integer()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("insert" as const), key, fc.nat(80)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("fork" as const), key, fc.integer()) },
);

const isEven = (value: number): boolean => value % 2 === 0;
const listEven = foldPages<number, readonly number[]>(
  (values) => values.filter(isEven),
  (parts) => parts.flat(),
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
          } else if (name === "insert") {
            if (model.has(id)) continue;
            table.insert(value, id, value);
            const entries = [...model];
            entries.splice(value, 0, [id, value]);
            model.clear();
            for (const [otherId, other] of entries) model.set(otherId, other);
          } else {
            const old = table;
            table = new PagedTable(table.snapshot());
            old.set("only in the old table", value);
          }
          expect([table.get(id), table.has(id)]).toEqual([model.get(id), model.has(id)]);
          expect(table.indexOf(id)).toBe([...model.keys()].indexOf(id));
          expect(table.last()).toBe([...model.values()].at(-1));
          // Several writes lie between two snapshots, because that is where writes share pages.
          if (value % 3 === 0) taken.push([table.snapshot(), [...model]]);
        }
        taken.push([table.snapshot(), [...model]]);
        for (const [snapshot, entries] of taken) {
          expect([...snapshot]).toEqual(entries);
          expect(snapshot.size).toBe(entries.length);
          expect(entries.every(([id, value]) => snapshot.get(id) === value)).toBe(true);
          expect(listEven(snapshot)).toEqual([...snapshot.values()].filter(isEven));
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

  it("removes values without moving the others, even from a table of several groups", () => {
    const table = new PagedTable<number>();
    for (let index = 0; index < 3000; index++) table.set(String(index), index);
    const full = table.snapshot();
    for (let index = 0; index < 3000; index += 2) table.delete(String(index));
    expect([...table.snapshot().values()].every((value) => value % 2 === 1)).toBe(true);
    expect(table.size).toBe(1500);
    expect(full.size).toBe(3000);
    table.set("0", 0);
    expect([...table.snapshot().keys()].at(-1)).toBe("0");
  });
});

describe("foldPages", () => {
  it("visits one page after a write, however large the map is", () => {
    const table = new PagedTable<number>();
    for (let index = 0; index < 5000; index++) table.set(String(index), index);
    let visited = 0;
    const sum = foldPages<number, number>(
      (values) => {
        visited += values.length;
        return values.reduce((total, value) => total + value, 0);
      },
      (sums) => sums.reduce((total, value) => total + value, 0),
    );
    const before = sum(table.snapshot());
    expect(visited).toBe(5000);
    for (const id of ["17", "4711", "new"]) {
      table.set(id, 0);
      sum(table.snapshot());
    }
    // Each write visits its own page, and the page of the write before it.
    expect(visited).toBeLessThan(5000 + 3 * 64);
    expect(sum(table.snapshot())).toBe(before - 17 - 4711);
  });

  it("summarizes a map that is not a snapshot", () => {
    expect(
      listEven(
        new Map([
          ["a", 1],
          ["b", 2],
        ]),
      ),
    ).toEqual([2]);
  });
});
