import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import type { Figure } from "./figures.js";
import { runInChildProcess } from "./runInChildProcess.js";
import { type Options, parseOptions, USAGE } from "./options.js";
import { writeMarkdown } from "./report/markdownFile.js";
import { clock } from "./measure/clock.js";
import { countTargets, formatReport } from "./report/report.js";

const options = parseOptionsOrPrintUsage();
if (options !== undefined) await runBenchmark(options);

function parseOptionsOrPrintUsage(): Options | undefined {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function runBenchmark(benchOptions: Options): Promise<void> {
  const figures: Figure[] = [];
  for (const name of benchOptions.suites)
    figures.push(...(await runSuiteInChildProcess(name, benchOptions)));
  const { met, missed } = countTargets(figures);
  const text = `${describeMachine()}\n\n${formatReport(figures)}\n\n${met} targets met, ${missed} missed.`;
  console.log(`\n${text}`);
  if (benchOptions.json)
    writeFileSync(
      benchOptions.json,
      `${JSON.stringify({ machine: describeMachine(), figures }, null, 2)}\n`,
    );
  if (benchOptions.markdown) writeMarkdown(benchOptions.markdown, text);
  if (benchOptions.check && missed > 0) process.exitCode = 1;
}

/** Runs a suite. If it fails, the report lists it as not measured and the run continues. */
async function runSuiteInChildProcess(name: string, benchOptions: Options): Promise<Figure[]> {
  console.error(name);
  try {
    return await runInChildProcess<Figure[]>("./runSuite.js", [name, JSON.stringify(benchOptions)]);
  } catch (error) {
    return [{ type: "missing", name, reason: String(error) }];
  }
}

function describeMachine(): string {
  const date = new Date().toISOString().slice(0, 10);
  const [cpu] = cpus();
  const processors = `${cpus().length} cores (${cpu?.model.trim() ?? "unknown"})`;
  return `${date}, Node ${process.versions.node}, ${processors}. Times: ${clock.name}.`;
}
