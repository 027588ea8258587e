// Checks the plain English of comments, test names, messages and documentation.
// Usage: node scripts/check-prose.mjs [--summary] [PATH …]      (default: the whole repository)
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { problemsOfSentence, problemsOfTestName, sentencesOf } from "./prose/rules.mjs";
import { textsOf } from "./prose/texts.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { summary: { type: "boolean", default: false } },
});

/** Recorded and generated data, and the file that lists the phrases. */
const EXCLUDED = /(?:^|\/)(?:fixtures|recordings)\/|^scripts\/prose\/rules\.mjs$|pnpm-lock\.yaml$/;

const listed = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", ...positionals],
  { encoding: "utf8" },
);
const files = [...new Set(listed.split("\n"))].filter(
  (path) => path !== "" && existsSync(path) && !EXCLUDED.test(path),
);

/** @type {Map<string, { texts: number, flagged: number }>} */
const areas = new Map();
let flagged = 0;

for (const path of files) {
  const area = /^(?:packages|examples)\/[^/]+/.exec(path)?.[0] ?? path.split("/")[0] ?? path;
  const count = areas.get(area) ?? { texts: 0, flagged: 0 };
  areas.set(area, count);
  for (const { kind, line, text } of textsOf(path, readFileSync(path, "utf8"))) {
    count.texts++;
    const problems =
      kind === "test name"
        ? problemsOfTestName(text)
        : sentencesOf(text).flatMap((sentence) => problemsOfSentence(sentence));
    if (problems.length === 0) continue;
    count.flagged++;
    flagged++;
    if (!values.summary) console.log(`${path}:${line}: ${problems.join("; ")}\n    ${text}`);
  }
}

for (const [area, count] of [...areas].sort(([a], [b]) => a.localeCompare(b)))
  if (count.texts > 0)
    console.log(
      `${area}: ${count.flagged} of ${count.texts} texts flagged (${((100 * count.flagged) / count.texts).toFixed(1)} %)`,
    );
if (flagged > 0) process.exitCode = 1;
