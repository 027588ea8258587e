// Checks that the tests of the review notice mistakes: makes one mistake after the other in the loaded
// sources, and runs tests with each. The files on disk stay the same.
// Usage: node scripts/check-mutants.mjs [NAME …]      (default: all)
import { relative } from "node:path";
import { startVitest } from "vitest/node";

const ROOT = new URL("..", import.meta.url).pathname;
const SOURCE = "packages/review/src/";
const TESTS = "packages/review/tests";

/** Each mistake: its name, the tests that notice it, the file, the code, and the code in its place. */
const MUTANTS = [
  [
    "rejects without a look at the file",
    "engine/decisions",
    "engine/reviewedFiles.ts",
    "const review = await look(path, by);",
    "const review = reviews.get(path) ?? (await look(path, by));",
  ],
  [
    "rejects protected hunks",
    "engine/decisions",
    "engine/decisions.ts",
    'if (isExcluded) return "protected";',
    'if (isExcluded && path === "") return "protected";',
  ],
  [
    "moves the base with an edit of an agent",
    "engine/decisions",
    "model/fileReview.ts",
    "const { base, current } = protectedReview;",
    "const { current } = protectedReview, base = current;",
  ],
  [
    "takes the file at the first look as the base",
    "createReview",
    "engine/attribution.ts",
    "if (start !== undefined) return { version: start };",
    'if (start !== undefined) return "current";',
  ],
  [
    "does not protect an edit of the user inside a hunk",
    "engine/decisions",
    "model/userEdit.ts",
    "[...moved, ...conflicts],",
    "moved,",
  ],
  [
    "does not add the user's lines to the base when an agent edits them",
    "engine/decisions",
    "model/fileReview.ts",
    "const protectedReview = keepLinesOfUser(review, next);",
    "const protectedReview = review;",
  ],
  [
    "undoes without a merge",
    "engine/decisions",
    "engine/undoInReview.ts",
    "if (isSameVersion(review.base, after.base) && isSameVersion(review.current, after.current))",
    "if (review !== after)",
  ],
  [
    "tells a rejection twice",
    "createReview",
    "engine/feedback.ts",
    "await keepOnly((rejection) => !rejections.includes(rejection));",
    "await keepOnly(() => rejections.length > -1);",
  ],
  [
    "takes the checkpoint after the prompt",
    "createReview",
    "follow/folderWork.ts",
    "await turns.prepare(session);",
    "",
  ],
  [
    "takes an unreported change in a turn for the user's",
    "createReview",
    "follow/folderWork.ts",
    'if (!isWorking) return "user";',
    'if (!isWorking || works.length > 0) return "user";',
  ],
  [
    "deletes what the snapshot left out",
    "lostWork",
    "engine/snapshotLog.ts",
    'if (snapshots === "none" || isLeftOut(snapshot, path)) return undefined;',
    'if (snapshots === "none") return undefined;',
  ],
  [
    "writes a file to keep it",
    "engine/decisions",
    "engine/reviewedFiles.ts",
    "if (!isSameVersion(review.current, after.current)) {",
    "if (undo !== undefined) {",
  ],
  [
    "saves no intent before a write",
    "engine/decisions.property",
    "engine/reviewedFiles.ts",
    'await storage.save({ type: "intent", intent });',
    "",
  ],
];

/** Returns a plugin of Vite that puts a mistake into a source. */
function createPlugin([, , file, code, mistake]) {
  return {
    name: "mutant",
    enforce: "pre",
    transform(source, id) {
      if (!id.endsWith(`/${SOURCE}${file}`)) return null;
      if (source.split(code).length !== 2)
        throw new Error(`${file} does not contain once: ${code}`);
      return source.replace(code, () => mistake);
    },
  };
}

/** Resolves with the failed tests. */
async function runTests(names, plugins) {
  const resolve = { conditions: ["@acp-store/source", "node", "development|production"] };
  const options = {
    ...{ config: false, root: ROOT, watch: false, bail: 1, reporters: [{}] },
    include: names.map((name) => `${TESTS}/${name}.test.ts`),
    setupFiles: ["tests/support/restoreGlobals.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    env: { ACP_RUNS: "2000" },
  };
  const vitest = await startVitest("test", [], options, { plugins, resolve, ssr: { resolve } });
  const failed = vitest.state.getTestModules().flatMap((module) => {
    const file = relative(`${ROOT}${TESTS}`, module.moduleId);
    if (module.errors().length > 0) return [`${file}: ${module.errors()[0].message}`];
    return [...module.children.allTests("failed")].map((test) => `${file}: ${test.fullName}`);
  });
  await vitest.close();
  process.exitCode = 0;
  return failed;
}

const names = process.argv.slice(2);
const chosen = MUTANTS.filter(([name]) => names.length === 0 || names.includes(name));
const [unchanged] = await runTests([...new Set(chosen.map(([, tests]) => tests))], []);
if (unchanged !== undefined) throw new Error(`A test fails without a mistake: ${unchanged}`);
const survivors = [];
for (const mutant of chosen) {
  const [name, tests] = mutant;
  const [first] = await runTests([tests], [createPlugin(mutant)]);
  if (first === undefined) survivors.push(name);
  console.log(`| ${name} | ${first ?? "not noticed"} |`);
}
if (survivors.length > 0) process.exitCode = 1;
