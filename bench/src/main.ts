import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import type { Figure } from "./figures.js";
import { forked } from "./fork.js";
import { type Options, readOptions, USAGE } from "./options.js";
import { writeMarkdown } from "./report/markdownFile.js";
import { clock } from "./measure/clock.js";
import { report, verdict } from "./report/report.js";

const options = optionsOrUsage();
if (options !== undefined) await bench(options);

function optionsOrUsage(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function bench(asked: Options): Promise<void> {
  const figures: Figure[] = [];
  for (const name of asked.only) figures.push(...(await runPart(name, asked)));
  const { met, missed } = verdict(figures);
  const text = `${machine()}\n\n${report(figures)}\n\n${met} targets met, ${missed} missed.`;
  console.log(`\n${text}`);
  if (asked.json)
    writeFileSync(asked.json, `${JSON.stringify({ machine: machine(), figures }, null, 2)}\n`);
  if (asked.markdown) writeMarkdown(asked.markdown, text);
  if (asked.check && missed > 0) process.exitCode = 1;
}

/** A part that breaks down is a gap in the table, not the end of the run. */
async function runPart(name: string, asked: Options): Promise<Figure[]> {
  console.error(name);
  try {
    return await forked<Figure[]>("./runPart.js", [name, JSON.stringify(asked)]);
  } catch (error) {
    return [{ type: "missing", name, reason: String(error) }];
  }
}

function machine(): string {
  const date = new Date().toISOString().slice(0, 10);
  const [cpu] = cpus();
  const processors = `${cpus().length} cores (${cpu?.model.trim() ?? "unknown"})`;
  return `${date}, Node ${process.versions.node}, ${processors}. Times: ${clock.name}.`;
}
