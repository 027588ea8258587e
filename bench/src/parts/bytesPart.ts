import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { atMost, type Figure, type Measure } from "../figures.js";
import { rootFolder } from "../folders.js";

/** In kB, by how the name of an entry begins: the package that an entry of `.size-limit.json` is about. */
const LIMITS: Readonly<Record<string, number>> = { "@acp-store/core:": 14, "@acp-store/react": 3 };

interface Entry {
  readonly name: string;
  readonly size: number;
}

/** What size-limit says of each entry, minified and gzipped. */
export function bytesPart(): Figure[] {
  const bin = join(rootFolder, "node_modules/size-limit/bin.js");
  // It exits with 1 where a ceiling is broken, and says the sizes all the same.
  const { stdout, stderr } = spawnSync(process.execPath, [bin, "--json"], {
    cwd: rootFolder,
    encoding: "utf8",
  });
  if (stdout === "") return [{ type: "missing", name: "bytes", reason: stderr.trim() }];
  return (JSON.parse(stdout) as Entry[]).map(toMeasure);
}

function toMeasure({ name, size }: Entry): Measure {
  const kilobytes = size / 1000;
  const limit = Object.entries(LIMITS).find(([start]) => name.startsWith(start))?.[1];
  return {
    type: "measure",
    name: "min+gzip",
    subject: name,
    value: kilobytes,
    unit: "kB",
    ...(limit !== undefined && { target: atMost(limit, kilobytes, " kB") }),
  };
}
