import { selectTerminal, type Terminal } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { session, type TrackedStore, asSent } from "../../support/trackedStore.js";
import { afterV2, ACCEPTED, trackedV2 } from "../../support/version2.js";

const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString("base64");
const update = (fields: object) => ({
  sessionUpdate: "terminal_update",
  terminalId: "t1",
  ...fields,
});
const chunk = (bytes: string | Uint8Array) => ({
  sessionUpdate: "terminal_output_chunk",
  terminalId: "t1",
  data: base64(bytes),
});
const snapshot = (bytes: string) => update({ output: { data: base64(bytes) } });
const terminal = (store: TrackedStore) =>
  asSent(selectTerminal(store.getState(), "s1", "t1") as Terminal);
const terminalAfter = (...updates: Record<string, unknown>[]) => terminal(afterV2(...updates));
const NEW = { terminalId: "t1", output: "", outputBytes: 0, truncatedBytes: 0 };
const FULL = {
  command: "ls",
  cwd: "/work",
  exitStatus: { exitCode: 0 },
  size: { cols: 80, rows: 24 },
  capabilities: { cancel: {} },
};
/** Characters of one, two, three and four bytes. */
const MIXED = "aé€😀";
/** The first and the last character of each length, and the code points next to the surrogates. */
const EDGES = [0x7f, 0x80, 0x7ff, 0x800, 0x2000, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff].map(
  (code) => String.fromCodePoint(code),
);

describe("a terminal", () => {
  it("is created empty, with a timeline item", () => {
    const store = afterV2(update({}));
    expect(terminal(store)).toEqual(NEW);
    expect(session(store).timeline).toEqual([{ type: "terminal", id: "t1" }]);
  });

  it("is created by its first output", () => {
    expect(terminalAfter(chunk("hi"))).toEqual({ ...NEW, output: "hi", outputBytes: 2 });
  });

  it.each(Object.entries(FULL))(
    "keeps %s if it is absent and clears it with null",
    (field, value) => {
      expect(terminalAfter(update(FULL), update({}))).toEqual({ ...NEW, ...FULL });
      expect(terminalAfter(update({ [field]: value }))).toEqual({ ...NEW, [field]: value });
      const { [field]: _, ...rest } = FULL as Record<string, unknown>;
      const cleared = terminalAfter(update(FULL), update({ [field]: null }));
      expect(cleared).toEqual({ ...NEW, ...rest });
      expect(cleared).not.toHaveProperty(field);
    },
  );

  it("patches its metadata by key", () => {
    const patched = terminalAfter(
      update({ _meta: { a: 1, b: 1 } }),
      update({ _meta: { a: null } }),
    );
    expect(patched._meta).toEqual({ b: 1 });
  });

  it("keeps unknown fields", () => {
    expect(terminalAfter(update({ pid: 4 }), update({ host: null }))).toEqual({
      ...NEW,
      pid: 4,
      host: null,
    });
  });

  it("ignores the agent's values of reserved fields", () => {
    const store = trackedV2();
    const own = {
      outputBytes: 7,
      truncatedBytes: 7,
      truncated: true,
      partial: "a",
      released: true,
    };
    const { diagnostics } = store.update(update(own));
    expect(diagnostics.map(({ code, path }) => [code, path[1]])).toEqual(
      Object.keys(own).map((field) => ["reserved_field", field]),
    );
    expect(terminal(store)).toEqual(NEW);
  });

  it("does not change when an update is repeated", () => {
    const store = afterV2(update(FULL), snapshot("out"));
    const before = store.getState();
    expect(store.update(update({ ...FULL, output: { data: base64("out") } }))).toEqual(ACCEPTED);
    expect(store.getState()).toBe(before);
  });
});

describe("an exit status", () => {
  it.each([[{ exitCode: 1 }], [{ signal: "SIGTERM" }], [{}], [{ exitCode: null, signal: null }]])(
    "can be %o and be followed by output",
    (exitStatus) => {
      const store = afterV2(chunk("a"), update({ exitStatus }), chunk("b"));
      expect(terminal(store)).toMatchObject({ exitStatus, output: "ab" });
    },
  );
});

describe("output", () => {
  it.each([
    ["is extended by chunks", [chunk("a"), chunk("b"), chunk("")], "ab"],
    ["is replaced by a snapshot", [chunk("a"), snapshot("xyz")], "xyz"],
    ["is extended after a snapshot", [chunk("a"), snapshot("x"), chunk("y")], "xy"],
    ["is cleared by null", [chunk("a"), update({ output: null })], ""],
    ["is cleared by an empty snapshot", [chunk("a"), snapshot("")], ""],
    ["is kept when absent", [chunk("a"), update({ command: "ls" })], "a"],
    ["keeps a byte order mark", [chunk("\ufeffa")], "\ufeffa"],
  ])("is changed: %s", (_name, updates, output) => {
    const { outputBytes, truncatedBytes, ...rest } = terminalAfter(...updates);
    expect(rest.output).toBe(output);
    expect([outputBytes, truncatedBytes]).toEqual([Buffer.byteLength(output), 0]);
    expect(rest).not.toHaveProperty("partial");
  });

  it("rejects invalid base64", () => {
    const store = afterV2(chunk("a"));
    const before = store.getState();
    const bad = { ...chunk("b"), data: "%%%" };
    expect(store.update(bad)).toMatchObject({ accepted: false });
    expect(store.getState()).toBe(before);
  });

  it("does not change when it is empty", () => {
    const store = afterV2(chunk("a"));
    const before = store.getState();
    expect(store.update(chunk(""))).toEqual(ACCEPTED);
    expect(store.getState()).toBe(before);
  });

  it("creates no text patch for an incomplete character", () => {
    const store = afterV2(chunk("a"));
    store.takePatches();
    store.update(chunk(Buffer.from("€").subarray(0, 2)));
    expect(store.takePatches()).toEqual([
      { op: "add", path: ["sessions", "s1", "terminals", "t1", "partial"], value: "4oI=" },
    ]);
  });

  it("creates patches as small as the chunk, even with split characters", () => {
    const bytes = Buffer.from("€");
    const store = afterV2(chunk("x".repeat(1000)), chunk(bytes.subarray(0, 2)));
    store.takePatches();
    store.update(chunk(bytes.subarray(2)));
    const patches = store.takePatches();
    expect(patches).toContainEqual({
      op: "append",
      path: ["sessions", "s1", "terminals", "t1", "output"],
      value: "€",
    });
    expect(JSON.stringify(patches).length).toBeLessThan(400);
  });
});

describe("UTF-8", () => {
  const bytes = Buffer.from(MIXED);

  it.each([...bytes.keys()])("joins chunks that are split after byte %i", (cut) => {
    const store = afterV2(chunk(bytes.subarray(0, cut)), chunk(bytes.subarray(cut)));
    expect(terminal(store)).toEqual({ ...NEW, output: MIXED, outputBytes: bytes.length });
  });

  it.each([...bytes.keys()])("shows only complete characters, up to byte %i", (cut) => {
    const { output } = terminalAfter(chunk(bytes.subarray(0, cut)));
    const decoder = new TextDecoder();
    expect(output).toBe(decoder.decode(bytes.subarray(0, cut), { stream: true }));
  });

  it("joins bytes that arrive one at a time", () => {
    const store = afterV2(...[...bytes].map((byte) => chunk(Uint8Array.of(byte))));
    expect(terminal(store)).toEqual({ ...NEW, output: MIXED, outputBytes: bytes.length });
  });

  it("drops an incomplete character at a snapshot", () => {
    const store = afterV2(chunk(bytes.subarray(0, 2)), snapshot("new"), chunk("er"));
    expect(terminal(store)).toEqual({ ...NEW, output: "newer", outputBytes: 5 });
  });

  it("continues a snapshot that ends within a character", () => {
    const half = update({ output: { data: base64(bytes.subarray(0, 8)) } });
    expect(terminalAfter(half, chunk(bytes.subarray(8))).output).toBe(MIXED);
  });

  it("continues after an update without output", () => {
    const half = chunk(bytes.subarray(0, 2));
    expect(terminalAfter(half, update({ cwd: "/w" }), chunk(bytes.subarray(2))).output).toBe(MIXED);
  });

  it.each(EDGES.map((value) => [value.codePointAt(0)?.toString(16), value]))(
    "joins chunks that are split anywhere in U+%s",
    (_code, value) => {
      const edge = Buffer.from(value);
      for (const cut of edge.keys()) {
        const store = afterV2(chunk(edge.subarray(0, cut)));
        expect(terminal(store)).toMatchObject({ output: "", outputBytes: 0 });
        store.update(chunk(edge.subarray(cut)));
        expect(terminal(store)).toEqual({ ...NEW, output: value, outputBytes: edge.length });
      }
    },
  );

  it.each([0xc0, 0xc1, 0xf5, 0xf8, 0xff])(
    "replaces byte %i, which cannot start a character, immediately",
    (byte) => {
      expect(terminalAfter(chunk(Uint8Array.of(0x61, byte)))).toEqual({
        ...NEW,
        output: "a\ufffd",
        outputBytes: 4,
      });
      expect(terminalAfter(chunk(Uint8Array.of(0xe2, byte))).output).toBe("\ufffd\ufffd");
    },
  );

  it("replaces invalid bytes with replacement characters", () => {
    const { output } = terminalAfter(chunk(Uint8Array.of(0xff, 0x61, 0xe2)), chunk("b"));
    expect(output).toBe("\ufffda\ufffdb");
  });
});

describe("the output limit", () => {
  const limited = (terminalBytes: number, ...updates: Record<string, unknown>[]) => {
    const store = trackedV2({ limits: { terminalBytes } });
    for (const next of updates) expect(store.update(next)).toEqual(ACCEPTED);
    return terminal(store);
  };

  it("drops the oldest bytes and counts them", () => {
    expect(limited(4, chunk("abc"), chunk("def"), chunk("g"))).toEqual({
      ...NEW,
      output: "defg",
      outputBytes: 4,
      truncatedBytes: 3,
    });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    "never splits a character at a limit of %i bytes",
    (limit) => {
      const { output, outputBytes, truncatedBytes } = limited(limit, chunk(MIXED));
      expect(MIXED.endsWith(output)).toBe(true);
      expect(output).not.toMatch(/^[\udc00-\udfff]/);
      expect(outputBytes).toBe(Buffer.byteLength(output));
      expect(outputBytes).toBeLessThanOrEqual(limit);
      expect(outputBytes + truncatedBytes).toBe(10);
    },
  );

  it.each(EDGES.map((value) => [value.codePointAt(0)?.toString(16), value]))(
    "keeps either all or none of U+%s at the limit",
    (_code, value) => {
      const bytes = Buffer.byteLength(value);
      for (const limit of [bytes + 3, bytes + 2]) {
        const kept = limit === bytes + 3 ? `${value}end` : "end";
        expect(limited(limit, chunk(`${value}${value}end`))).toEqual({
          ...NEW,
          output: kept,
          outputBytes: Buffer.byteLength(kept),
          truncatedBytes: 2 * bytes + 3 - Buffer.byteLength(kept),
        });
      }
    },
  );

  it("appends output that exactly fits", () => {
    const store = trackedV2({ limits: { terminalBytes: 4 } });
    store.update(chunk("ab"));
    store.takePatches();
    store.update(chunk("cd"));
    const path = ["sessions", "s1", "terminals", "t1"];
    expect(store.takePatches()).toEqual([
      { op: "append", path: [...path, "output"], value: "cd" },
      { op: "replace", path: [...path, "outputBytes"], value: 4 },
    ]);
    store.update(chunk("e"));
    expect(store.takePatches()).toEqual([
      { op: "append", path: [...path, "output"], value: "e", dropped: 1 },
      { op: "replace", path: [...path, "truncatedBytes"], value: 1 },
    ]);
  });

  it("replaces the text if a chunk does not fit, and appends otherwise", () => {
    const store = trackedV2({ limits: { terminalBytes: 4 } });
    store.update(chunk("abcd"));
    const path = ["sessions", "s1", "terminals", "t1", "output"];
    const patchesOf = (bytes: string) => {
      store.takePatches();
      store.update(chunk(bytes));
      return store.takePatches()[0];
    };
    expect(patchesOf("efgh")).toEqual({ op: "append", path, value: "efgh", dropped: 4 });
    expect(patchesOf("ijklm")).toEqual({ op: "replace", path, value: "jklm" });
  });

  it("drops no more than necessary", () => {
    expect(limited(7, chunk(MIXED)).output).toBe("€😀");
    expect(limited(6, chunk(MIXED)).output).toBe("😀");
  });

  it("applies to a snapshot, which restarts the counts", () => {
    expect(limited(2, chunk("abcdef"), snapshot("xyz"))).toEqual({
      ...NEW,
      output: "yz",
      outputBytes: 2,
      truncatedBytes: 1,
    });
  });

  it("resets the counts when the output is cleared", () => {
    expect(limited(2, chunk("abcdef"), update({ output: null }))).toEqual(NEW);
  });

  it("counts exactly across chunks that split characters", () => {
    const bytes = Buffer.from(MIXED.repeat(5));
    const chunks = [...bytes].map((byte) => chunk(Uint8Array.of(byte)));
    const { output, outputBytes, truncatedBytes } = limited(13, ...chunks);
    expect(output).toBe(MIXED);
    expect([outputBytes, truncatedBytes]).toEqual([10, 40]);
  });
});
