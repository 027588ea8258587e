import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adopt } from "../../src/state/adopt.js";

const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

describe("adopt", () => {
  it("returns the previous value for any equal one", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const previous = copyOf(value);
        expect(adopt(previous, copyOf(value))).toBe(previous);
      }),
    );
  });

  it("equals what came in and shares no object with it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, incoming) => {
        const taken = adopt(before, incoming);
        expect(JSON.stringify(taken)).toBe(JSON.stringify(incoming));
        if (typeof incoming === "object" && incoming !== null) expect(taken).not.toBe(incoming);
      }),
    );
  });

  it("keeps the items of a list that did not change", () => {
    const previous = [{ id: 1 }, { id: 2 }];
    const next = adopt(previous, [{ id: 1 }, { id: 3 }, { id: 4 }]);
    expect(next[0]).toBe(previous[0]);
    expect(next).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }]);
  });

  it("notices a removed key", () => {
    expect(adopt({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  });

  it("takes a key called __proto__ as data", () => {
    const incoming = JSON.parse('{"__proto__":{"polluted":true}}') as object;
    const taken = adopt(undefined, incoming);
    expect(Object.getPrototypeOf(taken)).toBe(Object.prototype);
    expect(JSON.stringify(taken)).toBe('{"__proto__":{"polluted":true}}');
  });
});
