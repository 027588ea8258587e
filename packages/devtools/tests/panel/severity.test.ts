import { expect, it } from "vitest";
import { formatTrace } from "../../src/index.js";
import type { FindingCode } from "../../src/check/rules.js";
import { conformanceOf } from "../../src/panel/model/conformance.js";
import { severityOf, worstOf } from "../../src/panel/model/severity.js";
import { traceSource } from "../../src/panel/model/source.js";
import { toolCall } from "../support/frames.js";

it("is of several things the worst", () => {
  const worst = (...codes: FindingCode[]): string | undefined => worstOf(new Set(codes), undefined);
  expect(worst("open_tool_call", "late_update")).toBe("warning");
  expect(worst("late_update", "invalid_field", "open_tool_call")).toBe("violation");
  expect(worst("open_tool_call")).toBe("note");
  expect(worst()).toBeUndefined();
});

it("is what a check says, where there was one", () => {
  const frames = [{ ...toolCall("call_1", { kind: 5 }), t: 0 }];
  const { history } = traceSource("t", formatTrace(frames));
  const checked = conformanceOf(history);
  expect(severityOf("invalid_field", undefined)).toBe("violation");
  // Of a log that begins in the middle, the version is not known.
  expect(severityOf("invalid_field", checked)).toBe("warning");
  expect(checked.report.counts).toMatchObject({ violation: 0, warning: 1 });
});
