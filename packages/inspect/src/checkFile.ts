import { checkTrace, formatReport } from "@acp-store/devtools/check";
import { printMessage } from "./printMessage.js";
import { readTrace } from "./readTrace.js";

/** The report on a trace as text, and the exit code. */
export interface CheckResult {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

/** Checks a trace against the protocol. Lines that are not frames are reported on stderr. */
export async function checkFile(file: string, json: boolean): Promise<CheckResult> {
  const { frames, problems } = await readTrace(file);
  for (const { line, message } of problems) await printMessage(`line ${line}: ${message}`);
  const report = checkTrace(frames);
  return {
    text: json
      ? `${JSON.stringify(report, null, 2)}\n`
      : replaceControlCharacters(formatReport(report)),
    exitCode: report.counts.violation > 0 ? 1 : 0,
  };
}

/** Replaces control characters, which an agent could use to manipulate the terminal. */
function replaceControlCharacters(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, "\uFFFD");
}
