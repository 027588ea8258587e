import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ListBuffer } from "../../src/persistent/listBuffer.js";

const step = fc.record({
  from: fc.nat({ max: 40 }),
  replace: fc.boolean(),
  item: fc.integer(),
});

describe("ListBuffer", () => {
  it("freezes a wrapped array and its items in development", () => {
    const list = ListBuffer.of([{ id: 1 }, { id: 2 }]);
    const longer = list.push({ id: 3 });
    expect([list.value(), ...longer.value()].every(Object.isFrozen)).toBe(true);
  });

  it("appends like an array to any version and changes none of them", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.array(step), (start, steps) => {
        const versions = [{ buffer: ListBuffer.of(start), list: start }];
        for (const { from, replace, item } of steps) {
          const { buffer, list } = versions[from % versions.length] as (typeof versions)[number];
          if (replace && list.length > 0)
            versions.push({ buffer: buffer.replaceLast(item), list: [...list.slice(0, -1), item] });
          else versions.push({ buffer: buffer.push(item), list: [...list, item] });
        }
        for (const { buffer, list } of versions) {
          expect(buffer.value()).toEqual(list);
          expect(buffer.value()).toBe(buffer.value());
          const isEven = (item: number): boolean => item % 2 === 0;
          expect(buffer.findLast(isEven)).toBe(list.findLast(isEven));
          expect(buffer.length).toBe(list.length);
          expect(buffer.last).toBe(list.at(-1));
        }
      }),
    );
  });
});
