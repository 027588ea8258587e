import { checkTrace, createTraceCheck } from "@acp-store/check";
import { describe, expect, it } from "vitest";
import { cutsOf, TRACE_FILES, withDefect, withTimes } from "./support/traces.js";

describe.each(TRACE_FILES)("$file", ({ version, sound, defects }) => {
  const frames = withTimes(sound);

  it("reports nothing about the sound trace", () => {
    expect(checkTrace(frames).findings).toEqual([]);
  });

  it.each(defects)("reports only $rule for this defect: $name", (defect) => {
    const findings = checkTrace(withDefect(sound, defect)).findings;
    expect(findings.map(({ code, responsible, frame }) => ({ code, responsible, frame }))).toEqual([
      { code: defect.rule, responsible: defect.culprit, frame: defect.frame + 1 },
    ]);
  });

  it("reports at most notes if the recording stops early", () => {
    const check = createTraceCheck();
    const findings = frames.flatMap((frame) => {
      check.add(frame);
      return check.report({ isEnd: true }).findings;
    });
    expect(findings.filter(({ severity }) => severity !== "note")).toEqual([]);
    expect(check.report({ isEnd: true })).toEqual(checkTrace(frames));
  });

  it("reports at most notes if the recording starts late", () => {
    const findings = cutsOf(frames).flatMap(
      (start) => checkTrace(frames.slice(start), { protocolVersion: version }).findings,
    );
    expect(findings.filter(({ severity }) => severity !== "note")).toEqual([]);
  });
});
