import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { decodeBase64, encodeBase64 } from "../../src/reduce/base64.js";
import { decodeChunk } from "../../src/reduce/utf8.js";

/** Bytes that often form characters, complete or not. */
const bytes = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom([0xe0, 0x80], [0xed, 0xa0], [0xf0, 0x80], [0xf4, 0x90], [0xef, 0xbb, 0xbf]),
    ),
    { maxLength: 8 },
  )
  .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part))));

/** Decodes chunks one after the other. */
function decodeAll(chunks: readonly Buffer[]): { text: string; partial: string | undefined } {
  let text = "";
  let partial: string | undefined;
  for (const chunk of chunks) {
    const decoded = decodeChunk(partial, chunk.toString("base64"));
    text += decoded.text;
    partial = decoded.partial;
  }
  return { text, partial };
}

describe.each(["with", "without"])("%s atob, btoa and TextDecoder", (host) => {
  const standard = new TextDecoder("utf-8", { ignoreBOM: true });

  function stubHost(): void {
    if (host === "without")
      for (const name of ["atob", "btoa", "TextDecoder"]) vi.stubGlobal(name, undefined);
  }
  afterEach(() => void vi.unstubAllGlobals());

  it("decodes and encodes base64", () => {
    stubHost();
    fc.assert(
      fc.property(fc.uint8Array(), (array) => {
        const base64 = Buffer.from(array).toString("base64");
        expect(decodeBase64(base64)).toBe(Buffer.from(array).toString("latin1"));
        expect(encodeBase64(decodeBase64(base64))).toBe(base64);
      }),
    );
  });

  it("decodes chunks that are split anywhere like the whole text", () => {
    stubHost();
    fc.assert(
      fc.property(bytes, fc.nat(), (whole, cut) => {
        const at = whole.length === 0 ? 0 : cut % whole.length;
        const { text, partial = "" } = decodeAll([whole.subarray(0, at), whole.subarray(at)]);
        const rest = Buffer.from(partial, "base64");
        expect(whole.subarray(whole.length - rest.length)).toEqual(rest);
        expect(text).toBe(standard.decode(whole.subarray(0, whole.length - rest.length)));
      }),
      { numRuns: 1_000 },
    );
  });
});
