import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ItemList } from "../../src/persistent/itemList.js";
import { countWork } from "../support/countWork.js";

const step = fc.record({
  from: fc.nat({ max: 60 }),
  index: fc.nat({ max: 3000 }),
  count: fc.constantFrom<0 | 1>(0, 1),
  item: fc.option(fc.integer(), { nil: undefined }),
});

describe("ItemList", () => {
  it("changes one item like an array, in any version, and changes no other version", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1200 }), fc.array(step), (length, steps) => {
        const start = Array.from({ length }, (_, index) => index);
        const versions = [{ list: ItemList.of(start), array: start }];
        for (const { from, index, count, item } of steps) {
          const { list, array } = versions[from % versions.length] as (typeof versions)[number];
          if (count === 1 && array.length === 0) continue;
          const at = index % (array.length + 1 - count);
          const items = item === undefined ? [] : [item];
          versions.push({
            list: list.splice(at, count, item),
            array: array.toSpliced(at, count, ...items),
          });
        }
        for (const { list, array } of versions) {
          expect(list.value()).toEqual(array);
          expect([...list]).toEqual(array);
          expect(list.value()).toBe(list.value());
          expect(list.length).toBe(array.length);
          for (const index of [0, 255, 256, 700, -1]) expect(list.at(index)).toBe(array.at(index));
          const isLarge = (item: number): boolean => item > 600;
          expect(list.findIndex(isLarge)).toBe(array.findIndex(isLarge));
        }
      }),
    );
  });

  it("becomes empty and grows again item by item", () => {
    let list = ItemList.of(Array.from({ length: 700 }, (_, index) => index));
    while (list.length > 0) list = list.splice(list.length >> 1, 1);
    expect(list.value()).toEqual([]);
    for (let index = 0; index < 700; index++) list = list.splice(list.length, 0, index);
    expect(list.value()).toEqual(Array.from({ length: 700 }, (_, index) => index));
  });

  it("counts the items before a place in a sorted list", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: -10, max: 2100 }),
        (length, place) => {
          const list = ItemList.of(Array.from({ length }, (_, index) => 2 * index));
          const expected = [...list].filter((item) => item < place).length;
          expect(list.countBefore((item) => item < place)).toBe(expected);
        },
      ),
    );
  });

  it("changes a long list without copying it", () => {
    const list = ItemList.of(Array.from({ length: 50_000 }, (_, index) => index));
    for (const index of [0, 25_000, 49_999])
      expect(countWork(() => list.splice(index, 1))).toBeLessThan(2000);
    expect(countWork(() => list.splice(50_000, 0, 1))).toBeLessThan(2000);
    expect(countWork(() => list.countBefore((item) => item < 30_000))).toBeLessThan(2000);
  });
});
