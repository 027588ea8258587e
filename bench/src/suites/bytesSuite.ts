import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { createMeasure, type Figure, type Measure } from "../figures.js";
import { rootFolder } from "../folders.js";

/**
 * The maximum size in kB, by the start of the name of an entry in `.size-limit.json`. The first
 * match counts.
 */
const MAX_KILOBYTES: Readonly<Record<string, number>> = {
  "@acp-store/core: createAcpStore with all dependencies": 42,
  "@acp-store/core:": 14,
  "@acp-store/react": 3,
  "@acp-store/review: createReview": 9,
};

/** An entry of size-limit's report. */
interface SizeEntry {
  readonly name: string;
  readonly size: number;
}

/** Measures the size of each entry with size-limit, minified and gzipped. */
export function bytesSuite(): Figure[] {
  const bin = join(rootFolder, "node_modules/size-limit/bin.js");
  // size-limit exits with code 1 if a limit is exceeded, but still reports all sizes.
  const { stdout, stderr } = spawnSync(process.execPath, [bin, "--json"], {
    cwd: rootFolder,
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr.trim());
  return (JSON.parse(stdout) as SizeEntry[]).map(createSizeMeasure);
}

function createSizeMeasure({ name, size }: SizeEntry): Measure {
  const max = Object.entries(MAX_KILOBYTES).find(([prefix]) => name.startsWith(prefix))?.[1];
  return createMeasure("min+gzip", name, size / 1000, "kB", { max });
}
