import { checkTrace } from "@acp-store/devtools/check";
import { describe, expect, it } from "vitest";
import { TRACE_FILES, withDefect, withTimes } from "../support/traces.js";

describe.each(TRACE_FILES)("$file", ({ sound, defects }) => {
  it("reports nothing about the sound trace", () => {
    expect(checkTrace(withTimes(sound)).findings).toEqual([]);
  });

  it.each(defects)("reports only $rule for this defect: $name", (defect) => {
    const findings = checkTrace(withDefect(sound, defect)).findings;
    expect(findings.map(({ code, responsible, frame }) => ({ code, responsible, frame }))).toEqual([
      { code: defect.rule, responsible: defect.culprit, frame: defect.frame + 1 },
    ]);
  });
});
