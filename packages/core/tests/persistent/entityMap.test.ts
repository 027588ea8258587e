import { inspect, isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { PagedTable } from "../../src/persistent/pagedTable.js";

const entries: [string, { readonly id: string }][] = [
  ["b", { id: "b" }],
  ["a", { id: "a" }],
];

function snapshot(): ReadonlyMap<string, { readonly id: string }> {
  return new PagedTable(new Map(entries)).snapshot();
}

describe("EntityMap", () => {
  it("passes for a Map with equality helpers", () => {
    expect(snapshot()).toBeInstanceOf(Map);
    expect(snapshot()).toEqual(new Map(entries));
    expect(snapshot()).toStrictEqual(snapshot());
    expect(snapshot()).not.toEqual(new Map([["a", { id: "b" }]]));
    expect(new Map(snapshot())).toEqual(new Map(entries));
  });

  it("is never equal to another snapshot for node:assert, which cannot see the entries", () => {
    const map = snapshot();
    expect(isDeepStrictEqual(map, map)).toBe(true);
    expect(isDeepStrictEqual(map, snapshot())).toBe(false);
    expect(isDeepStrictEqual(new Map(map), new Map(snapshot()))).toBe(true);
  });

  it("can be created by compiled classes, which find the base class through the prototypes", () => {
    // The output of Babel for `super()`. React Native compiles all classes like this.
    const prototype = Object.getPrototypeOf(snapshot()) as object;
    const Base = Object.getPrototypeOf(prototype.constructor) as new () => object;
    const created = Reflect.construct(Base, [], prototype.constructor) as object;
    expect(created).toBeInstanceOf(Base);
    expect(Object.getPrototypeOf(created)).toBe(prototype);
  });

  it("prints like a Map", () => {
    expect(inspect(snapshot())).toBe("Map(2) { 'b' => { id: 'b' }, 'a' => { id: 'a' } }");
    expect(Object.prototype.toString.call(snapshot())).toBe("[object Map]");
  });

  it("has no own properties", () => {
    expect(Reflect.ownKeys(snapshot())).toEqual([]);
    expect(Object.keys(Object.assign({}, snapshot()))).toEqual([]);
  });

  it("visits each entry with forEach", () => {
    const seen: unknown[] = [];
    snapshot().forEach((value, id, map) => seen.push([id, value, map.size]));
    expect(seen).toEqual([
      ["b", { id: "b" }, 2],
      ["a", { id: "a" }, 2],
    ]);
  });

  it("writes its entries with JSON.stringify", () => {
    expect(JSON.stringify({ table: snapshot() })).toBe(JSON.stringify({ table: entries }));
    expect(JSON.stringify(new PagedTable().snapshot())).toBe("[]");
  });

  it("refuses structuredClone", () => {
    expect(() => structuredClone(snapshot())).toThrow("could not be cloned");
    expect(() => structuredClone({ deep: [snapshot()] })).toThrow("could not be cloned");
    expect(() => structuredClone(new PagedTable().snapshot())).toThrow("could not be cloned");
  });

  it("refuses postMessage", () => {
    const { port1, port2 } = new MessageChannel();
    expect(() => port1.postMessage({ state: snapshot() })).toThrow("could not be cloned");
    port1.close();
    port2.close();
  });

  it.each(["set", "delete", "clear"])("throws when %s is called", (method) => {
    const call = () => Reflect.apply(Reflect.get(snapshot(), method), snapshot(), ["b", {}]);
    expect(call).toThrow(`"${method}" cannot be called`);
    expect(call).toThrow("read-only");
  });
});
