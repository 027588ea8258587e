import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setOwn } from "../../src/json.js";
import { shareStructure } from "../../src/state/shareStructure.js";

const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

describe("shareStructure", () => {
  it("returns the previous value for an equal one", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const previous = copyOf(value);
        expect(shareStructure(previous, copyOf(value))).toBe(previous);
      }),
    );
  });

  it("returns an equal value that shares no object with the incoming one", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, incoming) => {
        const taken = shareStructure(before, incoming);
        expect(JSON.stringify(taken)).toBe(JSON.stringify(incoming));
        if (typeof incoming === "object" && incoming !== null) expect(taken).not.toBe(incoming);
      }),
    );
  });

  it("shares every unchanged part, at any depth", () => {
    const previous = { a: { b: [{ c: 1 }, { d: 2 }] }, e: { f: 3 } };
    const next = shareStructure(previous, { a: { b: [{ c: 1 }, { d: 9 }] }, e: { f: 3 } });
    expect(next).toEqual({ a: { b: [{ c: 1 }, { d: 9 }] }, e: { f: 3 } });
    expect(next.e).toBe(previous.e);
    expect(next.a.b[0]).toBe(previous.a.b[0]);
    expect(shareStructure(previous, { e: { f: 3 }, a: 1 })).toEqual({ e: { f: 3 }, a: 1 });
    expect(shareStructure([1, 2, 3], [1, 2])).toEqual([1, 2]);
    expect(shareStructure([1], [1, 2])).toEqual([1, 2]);
    expect(shareStructure([1], { 0: 1 })).toEqual({ 0: 1 });
    expect(shareStructure({ 0: 1 }, [1])).toEqual([1]);
  });

  it("shares nothing with the incoming value, at any depth", () => {
    const objectsIn = (value: unknown): object[] =>
      typeof value === "object" && value !== null
        ? [value, ...Object.values(value).flatMap(objectsIn)]
        : [];
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, incoming) => {
        const own = new Set(objectsIn(shareStructure(before, incoming)));
        expect(objectsIn(incoming).filter((part) => own.has(part))).toEqual([]);
      }),
    );
  });

  it("shares the unchanged items of a list", () => {
    const previous = [{ id: 1 }, { id: 2 }];
    const next = shareStructure(previous, [{ id: 1 }, { id: 3 }, { id: 4 }]);
    expect(next[0]).toBe(previous[0]);
    expect(next).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }]);
  });

  it("detects a removed key", () => {
    expect(shareStructure({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  });

  it("distinguishes a key without a value from an absent one", () => {
    expect(shareStructure({ b: 1 }, { a: undefined })).toStrictEqual({ a: undefined });
    const previous = { a: undefined };
    expect(shareStructure(previous, { a: undefined })).toBe(previous);
  });

  it.each([
    ["where nothing was", undefined, '{"__proto__":{"polluted":true}}'],
    ["where something else was", { a: 1 }, '{"__proto__":{"polluted":true},"a":1}'],
    ["where a later key is new", { a: 1 }, '{"a":1,"__proto__":{"polluted":true},"b":2}'],
    ["that is empty", { a: 1 }, '{"__proto__":{}}'],
  ])("treats a key called __proto__ as data %s", (_name, previous, sent) => {
    const taken = shareStructure(previous, JSON.parse(sent) as object);
    expect(Object.getPrototypeOf(taken)).toBe(Object.prototype);
    expect(JSON.stringify(taken)).toBe(sent);
  });

  it("returns a previous __proto__ that did not change", () => {
    const previous = JSON.parse('{"__proto__":{"a":1},"b":1}') as { b: number };
    const next = shareStructure(
      previous,
      JSON.parse('{"__proto__":{"a":1},"b":2}') as { b: number },
    );
    expect(Object.getOwnPropertyDescriptor(next, "__proto__")?.value).toBe(
      Object.getOwnPropertyDescriptor(previous, "__proto__")?.value,
    );
    expect(JSON.stringify(next)).toBe('{"__proto__":{"a":1},"b":2}');
  });
});

describe("setOwn", () => {
  it.each(["a", "__proto__"])("sets the field %s as an own property", (key) => {
    const target = {};
    setOwn(target, key, 1);
    expect(Object.getOwnPropertyDescriptor(target, key)).toEqual({
      value: 1,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  });
});
