import {
  type CheckedTrace,
  checkTrace,
  type Finding,
  RULES,
  type TraceReport,
} from "@acp-store/check";
import { recordedFrames } from "../../../core/tests/support/recordings.js";

/** Creates a finding of an agent's warning in frame 1, with changes. */
export const findingWith = (changes: Partial<Finding>): Finding => ({
  code: "late_update",
  severity: "warning",
  frame: 1,
  relatedFrames: [],
  responsible: "agent",
  message: "It was late.",
  rule: RULES.late_update.text,
  link: RULES.late_update.link[1],
  ...changes,
});

/** Creates a report with findings. */
export function reportOf(...findings: Finding[]): TraceReport {
  const count = (severity: string): number =>
    findings.filter((item) => item.severity === severity).length;
  return {
    frames: 9,
    protocolVersion: 1,
    agent: "agent 1.0.0",
    findings,
    counts: { violation: count("violation"), warning: count("warning"), note: count("note") },
  };
}

/** Checks a recording. */
export function checkRecording(name: string): CheckedTrace {
  const frames = recordedFrames(name);
  const lines = frames.map((_, index) => index + 1);
  return { file: `traces/${name}.jsonl`, report: checkTrace(frames), lines };
}
