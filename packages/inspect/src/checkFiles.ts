import {
  type Baseline,
  type CheckedTrace,
  checkTrace,
  compareWithBaseline,
  createBaseline,
  formatJunit,
  formatReport,
  formatSarif,
  isBaseline,
} from "@acp-store/check";
import { readFile, writeFile } from "node:fs/promises";
import { type Options, type ReportFormat, UsageError } from "./options.js";
import { printMessage } from "./printMessage.js";
import { readTrace } from "./readTrace.js";

/** The report as text for stdout, and the exit code. */
export interface CheckResult {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

/** Formats the reports of all traces as one text. */
const FORMATTERS: Readonly<Record<ReportFormat, (traces: readonly CheckedTrace[]) => string>> = {
  human: formatForPeople,
  json: (traces) =>
    `${JSON.stringify(
      traces.map(({ file, report }) => ({ file, ...report })),
      null,
      2,
    )}\n`,
  sarif: formatSarif,
  junit: formatJunit,
};

/**
 * Checks traces against the protocol, and writes the report if it goes to a file. Lines that are not
 * frames, and findings that the baseline accepts, are reported on stderr.
 *
 * @throws {UsageError} if a file cannot be read or written.
 */
export async function checkFiles(options: Options & { run: "check" }): Promise<CheckResult> {
  const { files, format, output, baseline, writeBaseline } = options;
  const checked: CheckedTrace[] = [];
  for (const file of files) checked.push(await checkFile(file));
  const reports = checked.map(({ report }) => report);

  let known: Baseline | undefined;
  if (writeBaseline !== undefined) {
    known = createBaseline(reports);
    await write(writeBaseline, `${JSON.stringify(known, null, 2)}\n`);
  } else if (baseline !== undefined) known = await readBaseline(baseline);
  const traces = known
    ? await acceptKnown(checked, known, baseline ?? writeBaseline ?? "")
    : checked;

  const text = FORMATTERS[format](traces);
  if (output !== undefined) await write(output, text);
  const hasViolation = traces.some(({ report }) => report.counts.violation > 0);
  return {
    text: output === undefined ? text : formatForPeople(traces),
    exitCode: hasViolation ? 1 : 0,
  };
}

async function checkFile(file: string): Promise<CheckedTrace> {
  const { frames, lines, problems } = await readTrace(file);
  for (const { line, message } of problems) await printMessage(`${file}:${line}: ${message}`);
  return { file, report: checkTrace(frames), lines };
}

/**
 * Removes the findings that a baseline accepts. Reports how many it removed, and which entries are
 * out of date.
 */
async function acceptKnown(
  traces: readonly CheckedTrace[],
  baseline: Baseline,
  file: string,
): Promise<CheckedTrace[]> {
  const { reports, accepted, unused } = compareWithBaseline(
    traces.map(({ report }) => report),
    baseline,
  );
  await printMessage(`${file} accepts ${accepted} ${accepted === 1 ? "finding" : "findings"}`);
  for (const entry of unused)
    await printMessage(`${file}: this entry matches no finding: ${JSON.stringify(entry)}`);
  return traces.map((trace, index) => ({ ...trace, report: reports[index] ?? trace.report }));
}

async function readBaseline(file: string): Promise<Baseline> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new UsageError(`The baseline ${file} cannot be read (${String(error)}).`);
  }
  if (isBaseline(content)) return content;
  throw new UsageError(
    `${file} is not a baseline. Write one with --write-baseline, instead of --baseline.`,
  );
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be written (${String(error)}).`);
  });
}

function formatForPeople(traces: readonly CheckedTrace[]): string {
  const texts = traces.map(({ file, report }) =>
    traces.length > 1 ? `${file}:\n${formatReport(report)}` : formatReport(report),
  );
  return replaceControlCharacters(texts.join("\n"));
}

/** Replaces control characters, which an agent could use to manipulate the terminal. */
function replaceControlCharacters(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, "\uFFFD");
}
