import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ListBuffer } from "../../src/persistent/listBuffer.js";

const step = fc.record({
  from: fc.nat({ max: 40 }),
  replace: fc.boolean(),
  item: fc.integer(),
});

describe("ListBuffer", () => {
  it("grows like an array from any of its states, and none of them changes", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.array(step), (start, steps) => {
        const states = [{ grown: ListBuffer.of(start), list: start }];
        for (const { from, replace, item } of steps) {
          const { grown, list } = states[from % states.length] as (typeof states)[number];
          if (replace && list.length > 0)
            states.push({ grown: grown.replaceLast(item), list: [...list.slice(0, -1), item] });
          else states.push({ grown: grown.push(item), list: [...list, item] });
        }
        for (const { grown, list } of states) {
          expect(grown.value()).toEqual(list);
          expect(grown.value()).toBe(grown.value());
          const isEven = (item: number): boolean => item % 2 === 0;
          expect(grown.findLast(isEven)).toBe(list.findLast(isEven));
          expect(grown.length).toBe(list.length);
          expect(grown.last).toBe(list.at(-1));
        }
      }),
    );
  });
});
