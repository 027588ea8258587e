import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextBuffer } from "../../src/persistent/textBuffer.js";
import { byteLength, bytesAt } from "../../src/reduce/utf8.js";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("a".repeat(5000), "é€😀".repeat(900), ""),
);
const step = fc.record({ from: fc.nat({ max: 40 }), text, drop: fc.nat({ max: 9000 }) });

/** Returns a text without full characters from its start that add up to at least `bytes`. */
function withoutBytes(full: string, bytes: number): string {
  let dropped = 0;
  let rest = full;
  for (const character of full) {
    if (dropped >= bytes) break;
    dropped += byteLength(character);
    rest = rest.slice(character.length);
  }
  return rest;
}

describe("TextBuffer", () => {
  it("appends to and cuts any version like a string and changes none of them", () => {
    fc.assert(
      fc.property(text, fc.array(step), (start, steps) => {
        const versions = [{ buffer: TextBuffer.of(start), full: start }];
        for (const { from, text: added, drop } of steps) {
          const { buffer, full } = versions[from % versions.length] as (typeof versions)[number];
          const longer = { buffer: buffer.append(added), full: full + added };
          const cut = longer.buffer.dropStart(drop, bytesAt);
          const rest = withoutBytes(longer.full, drop);
          expect(cut.dropped + rest).toBe(longer.full);
          expect(cut.droppedSize).toBe(byteLength(cut.dropped));
          versions.push(longer, { buffer: cut.rest, full: rest });
        }
        for (const { buffer, full } of versions) {
          expect(buffer.value()).toBe(full);
          expect(buffer.length).toBe(full.length);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("keeps only the rest after many drops", () => {
    let buffer = TextBuffer.of("");
    for (let index = 0; index < 500; index++)
      buffer = buffer.append("x".repeat(4096)).dropStart(4000, bytesAt).rest;
    expect(buffer.length).toBe(500 * 96);
    expect(buffer.value()).toBe("x".repeat(500 * 96));
  });
});
