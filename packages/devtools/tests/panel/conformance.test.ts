import { describe, expect, it } from "vitest";
import { createHistory } from "../../src/index.js";
import {
  createConformanceCheck,
  severityOf,
  worstSeverity,
} from "../../src/panel/model/conformance.js";
import { createLiveSource, createTraceSource } from "../../src/panel/model/source.js";
import { recv, said, sent, steadyStore, toolCall, wrote } from "../support/frames.js";
import { recordingText } from "../../../core/tests/support/recordings.js";
import { checkAll, liveLog, PROMPT, promptResponse, traceOf } from "./logs.js";

/** The findings of a recording: the frame and its sender, the responsible to fix it, the links. */
async function findingsOf(name: string): Promise<string[]> {
  const source = createTraceSource(name, recordingText(name));
  const frameOf = (index: number): string => `frame ${source.digest.frameOf(index)}`;
  const { findings } = await checkAll(source);
  return findings.map(({ finding, index, sentBy, related }) =>
    [
      `${frameOf(index)} sent by the ${sentBy}, fix in the ${finding.responsible}`,
      finding.code,
      ...related.map(frameOf),
    ].join(", "),
  );
}

describe("createConformanceCheck", () => {
  it("relates a finding to the announcement and the permission answer of its tool call", async () => {
    expect(await findingsOf("gemini-parallel")).toEqual([
      "frame 6 sent by the agent, fix in the agent, unknown_field",
      "frame 22 sent by the agent, fix in the agent, unfinished_tool_call, frame 14, frame 15",
    ]);
  });

  it("distinguishes the sender of a message from the responsible that has to fix it", async () => {
    const findings = await findingsOf("opencode-subagent");
    expect(findings.map((text) => text.replace(/, \w+$/, ""))).toEqual([
      "frame 6 sent by the client, fix in the agent",
      "frame 9 sent by the agent, fix in the agent",
    ]);
  });

  it("counts lines of stderr as frames, as the log does", async () => {
    const invalid = toolCall("call_1", { kind: 5, status: "completed" });
    const source = traceOf(
      wrote("starting"),
      sent({ id: 0, method: "initialize", params: { protocolVersion: 1, clientCapabilities: {} } }),
      wrote("warning"),
      recv({ id: 0, result: { protocolVersion: 1, agentCapabilities: {} } }),
      invalid,
    );
    const { findings } = await checkAll(source);
    const numbers = findings.map(({ finding, index }) => [
      finding.frame,
      source.digest.frameOf(index),
    ]);
    expect(numbers).toContainEqual([5, 5]);
    expect(numbers.every(([inCheck, inLog]) => inCheck === inLog)).toBe(true);
  });

  it("omits the diagnostics of single messages", async () => {
    const { findings, report } = await checkAll(
      createTraceSource("t", recordingText("claude-sameids")),
    );
    expect([findings.length, report.counts.warning]).toEqual([0, 4]);
  });

  it("tells which diagnostics of the store a finding explains", async () => {
    const source = traceOf(
      sent({ id: 0, method: "initialize", params: { protocolVersion: 1, clientCapabilities: {} } }),
      recv({ id: 0, result: { protocolVersion: 1, agentCapabilities: {} } }),
      toolCall("call_1", { kind: 5 }),
      toolCall("call_1"),
    );
    const { explained, findings } = await checkAll(source);
    const diagnostics = source.digest.read().diagnostics.map(({ diagnostic }) => diagnostic);
    expect(diagnostics.map((item) => [item.code, explained.has(item)])).toEqual([
      ["invalid_field", true],
      ["duplicate_tool_call", false],
    ]);
    const [{ finding } = {}] = findings.filter(
      (item) => item.finding.path === "params.update.kind",
    );
    expect(finding).toMatchObject({ expected: expect.stringContaining('"execute"'), actual: 5 });
  });

  it("reports when the log has dropped messages, so that findings count frames differently", async () => {
    const store = steadyStore();
    const source = createLiveSource(createHistory(store, { limit: 2 }));
    for (const text of ["a", "b"]) store.observe(said(text));
    expect((await checkAll(source)).isRenumbered).toBe(false);
    store.observe(said("c"));
    expect((await checkAll(source)).isRenumbered).toBe(true);
  });
});

describe("a conformance check of a log that grows", () => {
  it("checks only the new messages, and reports what is not over yet at the end", async () => {
    const source = liveLog([PROMPT]);
    const check = await createConformanceCheck(source);
    const codes = (): string[] => check.read().findings.map(({ finding }) => finding.code);
    expect(check.advance(0)).toBe(false);
    expect(check.read().report.frames).toBe(0);
    expect(check.advance(Number.POSITIVE_INFINITY)).toBe(true);
    expect([check.read().report.frames, codes()]).toEqual([1, ["no_initialize"]]);
    source.history.detach();
    expect(codes()).toEqual(["no_initialize", "unanswered_request"]);
    expect((await checkAll(traceOf(PROMPT, promptResponse("end_turn")))).findings).toHaveLength(1);
  });
});

describe("worstSeverity", () => {
  it("returns the worst of several severities", () => {
    expect(worstSeverity(["note", "warning"])).toBe("warning");
    expect(worstSeverity(["warning", "violation", "note"])).toBe("violation");
    expect(worstSeverity(["note"])).toBe("note");
    expect(worstSeverity([])).toBeUndefined();
  });
});

describe("severityOf", () => {
  it("prefers the severity of a check to the severity of the rule", async () => {
    const conformance = await checkAll(traceOf(toolCall("call_1", { kind: 5 })));
    expect(severityOf("invalid_field", undefined)).toBe("violation");
    // The protocol version is unknown if the log begins in the middle of a connection.
    expect(severityOf("invalid_field", conformance)).toBe("warning");
    expect(conformance.report.counts).toMatchObject({ violation: 0, warning: 1 });
  });
});
