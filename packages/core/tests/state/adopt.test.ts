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

  it("returns whatever part did not change, at any depth", () => {
    const previous = { a: { b: [{ c: 1 }, { d: 2 }] }, e: { f: 3 } };
    const next = adopt(previous, { a: { b: [{ c: 1 }, { d: 9 }] }, e: { f: 3 } });
    expect(next).toEqual({ a: { b: [{ c: 1 }, { d: 9 }] }, e: { f: 3 } });
    expect(next.e).toBe(previous.e);
    expect(next.a.b[0]).toBe(previous.a.b[0]);
    expect(adopt(previous, { e: { f: 3 }, a: 1 })).toEqual({ e: { f: 3 }, a: 1 });
    expect(adopt([1, 2, 3], [1, 2])).toEqual([1, 2]);
    expect(adopt([1], [1, 2])).toEqual([1, 2]);
    expect(adopt([1], { 0: 1 })).toEqual({ 0: 1 });
    expect(adopt({ 0: 1 }, [1])).toEqual([1]);
  });

  it("shares nothing with what came in, at any depth", () => {
    const objectsIn = (value: unknown): object[] =>
      typeof value === "object" && value !== null
        ? [value, ...Object.values(value).flatMap(objectsIn)]
        : [];
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, incoming) => {
        const own = new Set(objectsIn(adopt(before, incoming)));
        expect(objectsIn(incoming).filter((part) => own.has(part))).toEqual([]);
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
