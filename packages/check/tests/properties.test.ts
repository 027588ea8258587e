import type { Frame } from "@acp-store/core";
import { checkTrace, RULES } from "@acp-store/check";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ALL_RECORDINGS, recordedFrames } from "../../core/tests/support/recordings.js";

/** Replaces the value at a path of a frame, whose keys are chosen by numbers. */
function mutate(value: unknown, choices: readonly number[], replacement: unknown): unknown {
  const [choice, ...rest] = choices;
  if (typeof value !== "object" || value === null || choice === undefined) return replacement;
  const keys = Object.keys(value);
  const key = keys[choice % Math.max(keys.length, 1)];
  if (key === undefined) return replacement;
  const changed = mutate(Reflect.get(value, key), rest, replacement);
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (String(index) === key ? changed : item))
    : { ...value, [key]: changed };
}

const mutation = fc.record({
  frame: fc.nat(),
  choices: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
  replacement: fc.jsonValue({ maxDepth: 2 }),
});

it("reports findings with a rule for traces with random values, and never throws", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ALL_RECORDINGS.filter((name) => recordedFrames(name).length < 60)),
      fc.array(mutation, { minLength: 1, maxLength: 5 }),
      (name, mutations) => {
        const frames: Frame[] = recordedFrames(name);
        for (const { frame, choices, replacement } of mutations) {
          const index = frame % frames.length;
          const { dir = "recv", msg } = frames[index] ?? {};
          frames[index] = { dir, msg: mutate(msg, choices, replacement) };
        }
        const { findings, counts } = checkTrace(frames);
        expect(counts.violation + counts.warning + counts.note).toBe(findings.length);
        for (const { code, frame } of findings) {
          expect(RULES[code]).toBeDefined();
          expect(frame).toBeLessThanOrEqual(frames.length);
        }
      },
    ),
    { numRuns: 200 },
  );
});
