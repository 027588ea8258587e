import { checkTrace, formatReport } from "@acp-store/devtools";
import { readTrace } from "./readTrace.js";
import { say } from "./say.js";

/** What to print of a trace, and the exit code. */
export interface CheckResult {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

/** Says where a trace breaks the protocol. */
export async function checkFile(file: string, json: boolean): Promise<CheckResult> {
  const { frames, problems } = await readTrace(file);
  for (const { line, message } of problems) await say(`line ${line}: ${message}`);
  const report = checkTrace(frames);
  return {
    text: json ? `${JSON.stringify(report, null, 2)}\n` : printable(formatReport(report)),
    exitCode: report.counts.violation > 0 ? 1 : 0,
  };
}

/** What an agent sent must not steer the terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, "\uFFFD");
}
