import {
  checkTrace,
  compareWithBaseline,
  createBaseline,
  type Finding,
  isBaseline,
  type TraceReport,
} from "@acp-store/check";
import { describe, expect, it } from "vitest";
import { ALL_RECORDINGS, recordedFrames } from "../../core/tests/support/recordings.js";

const badField = (changes: Partial<Finding> = {}): Finding => ({
  code: "invalid_field",
  severity: "violation",
  frame: 5,
  relatedFrames: [],
  responsible: "agent",
  message: "It is invalid.",
  method: "session/update",
  update: "tool_call",
  path: "params.update.locations.0.line",
  rule: "",
  link: "",
  ...changes,
});

const reportOf = (...findings: Finding[]): TraceReport => ({
  frames: 9,
  protocolVersion: 1,
  agent: undefined,
  findings,
  counts: { violation: findings.length, warning: 0, note: 0 },
});

describe("createBaseline", () => {
  it("lists each kind of violation and warning once, in a stable order", () => {
    const first = badField();
    const second = badField({ frame: 8, path: "params.update.locations.3.line" });
    const other = badField({ code: "duplicate_tool_call", severity: "warning" });
    const note = badField({ code: "open_tool_call", severity: "note" });
    const baseline = createBaseline([reportOf(first, note), reportOf(second, other)]);
    const place = { method: "session/update", update: "tool_call" };
    const path = "params.update.locations.*.line";
    expect(baseline).toEqual({
      version: 1,
      findings: [
        { code: "duplicate_tool_call", responsible: "agent", ...place, path },
        { code: "invalid_field", responsible: "agent", ...place, path },
      ],
    });
    expect(createBaseline([reportOf(second, other), reportOf(first)])).toEqual(baseline);
  });

  it("accepts everything but notes in the traces that it comes from, after serialization", () => {
    const reports = ALL_RECORDINGS.map((name) => checkTrace(recordedFrames(name)));
    const saved: unknown = JSON.parse(JSON.stringify(createBaseline(reports)));
    if (!isBaseline(saved)) throw new Error("A saved baseline is not a baseline.");
    const { reports: rest, accepted, unused } = compareWithBaseline(reports, saved);
    const all = reports.flatMap(({ findings }) => findings);
    expect(rest.flatMap(({ findings }) => findings)).toEqual(
      all.filter(({ severity }) => severity === "note"),
    );
    expect(accepted).toBe(all.filter(({ severity }) => severity !== "note").length);
    expect(unused).toEqual([]);
    for (const { counts } of rest) expect(counts).toMatchObject({ violation: 0, warning: 0 });
  });
});

describe("compareWithBaseline", () => {
  const baseline = createBaseline([reportOf(badField())]);

  it("accepts the finding in another frame, at another list position, with another value", () => {
    const again = badField({
      frame: 70,
      path: "params.update.locations.2.line",
      message: "Another text.",
      actual: "x",
    });
    expect(compareWithBaseline([reportOf(again)], baseline)).toMatchObject({
      reports: [{ findings: [], counts: { violation: 0 } }],
      accepted: 1,
    });
  });

  it.each([
    ["rule", { code: "invalid_item" }],
    ["side", { responsible: "client" }],
    ["method", { method: "session/request_permission" }],
    ["kind of update", { update: "tool_call_update" }],
    ["path", { path: "params.update.title" }],
  ] as const)("reports a finding with another %s", (_name, changes) => {
    const report = reportOf(badField(changes));
    expect(compareWithBaseline([report], baseline)).toEqual({
      reports: [report],
      accepted: 0,
      unused: baseline.findings,
    });
  });
});

describe("isBaseline", () => {
  it.each([
    null,
    [],
    {},
    { version: 2, findings: [] },
    { version: 1, findings: [{ code: "invalid_field" }] },
    { version: 1, findings: [{ code: "invalid_field", responsible: "agent", path: 5 }] },
  ])("rejects %j", (value) => {
    expect(isBaseline(value)).toBe(false);
  });

  it("ignores further fields, such as a reason", () => {
    const entry = { code: "invalid_field", responsible: "agent", reason: "Fixed in 2.0" };
    expect(isBaseline({ version: 1, findings: [entry] })).toBe(true);
  });
});
