import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextBuffer } from "../../src/persistent/textBuffer.js";
import { byteLength, bytesAt } from "../../src/reduce/utf8.js";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("a".repeat(5000), "é€😀".repeat(900), ""),
);
const step = fc.record({ from: fc.nat({ max: 40 }), text, drop: fc.nat({ max: 9000 }) });

/** Whole characters from the start, until so many bytes are gone. */
function withoutBytes(whole: string, bytes: number): string {
  let gone = 0;
  let rest = whole;
  for (const character of whole) {
    if (gone >= bytes) break;
    gone += byteLength(character);
    rest = rest.slice(character.length);
  }
  return rest;
}

describe("TextBuffer", () => {
  it("grows and is cut like a string from any of its states, and none of them changes", () => {
    fc.assert(
      fc.property(text, fc.array(step), (start, steps) => {
        const states = [{ grown: TextBuffer.of(start), whole: start }];
        for (const { from, text: added, drop } of steps) {
          const { grown, whole } = states[from % states.length] as (typeof states)[number];
          const longer = { grown: grown.append(added), whole: whole + added };
          const cut = longer.grown.dropStart(drop, bytesAt);
          const rest = withoutBytes(longer.whole, drop);
          expect(cut.dropped + rest).toBe(longer.whole);
          expect(cut.droppedSize).toBe(byteLength(cut.dropped));
          states.push(longer, { grown: cut.rest, whole: rest });
        }
        for (const { grown, whole } of states) {
          expect(grown.value()).toBe(whole);
          expect(grown.length).toBe(whole.length);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("lets go of what it dropped", () => {
    let grown = TextBuffer.of("");
    for (let index = 0; index < 500; index++)
      grown = grown.append("x".repeat(4096)).dropStart(4000, bytesAt).rest;
    expect(grown.length).toBe(500 * 96);
    expect(grown.value()).toBe("x".repeat(500 * 96));
  });
});
