// Checks that the tests of the review notice mistakes: makes one mistake after the other in the loaded
// sources, and runs tests with each. The files on disk stay the same.
// Usage: node scripts/check-mutants.mjs [NAME …]      (default: all)
import { relative } from "node:path";
import { startVitest } from "vitest/node";

const ROOT = new URL("..", import.meta.url).pathname;
const SOURCE = "packages/review/src/";
const TESTS = "packages/review/tests";

/** Each mistake, with the tests that notice it and the code that it replaces. */
const MUTANTS = [
  {
    name: "rejects without a look at the file",
    tests: "engine/decisions",
    file: "engine/reviewedFiles.ts",
    code: "const review = await look(path, by);",
    mistake: "const review = reviews.get(path) ?? (await look(path, by));",
  },
  {
    name: "rejects protected hunks",
    tests: "engine/decisions",
    file: "engine/decisions.ts",
    code: 'if (isExcluded) return "protected";',
    mistake: 'if (isExcluded && path === "") return "protected";',
  },
  {
    name: "moves the base with an edit of an agent",
    tests: "engine/decisions",
    file: "model/fileReview.ts",
    code: "const { base, current } = protectedReview;",
    mistake: "const { current } = protectedReview, base = current;",
  },
  {
    name: "takes the file at the first look as the base",
    tests: "createReview",
    file: "engine/attribution.ts",
    code: "if (start !== undefined) return { version: start };",
    mistake: 'if (start !== undefined) return "current";',
  },
  {
    name: "does not protect an edit of the user inside a hunk",
    tests: "engine/decisions",
    file: "model/userEdit.ts",
    code: "[...moved, ...conflicts],",
    mistake: "moved,",
  },
  {
    name: "does not add the user's lines to the base when an agent edits them",
    tests: "engine/decisions",
    file: "model/fileReview.ts",
    code: "const protectedReview = keepLinesOfUser(review, next);",
    mistake: "const protectedReview = review;",
  },
  {
    name: "undoes without a merge",
    tests: "engine/decisions",
    file: "engine/undoInReview.ts",
    code: "if (isSameVersion(review.base, after.base) && isSameVersion(review.current, after.current))",
    mistake: "if (review !== after)",
  },
  {
    name: "tells a rejection twice",
    tests: "createReview",
    file: "engine/feedback.ts",
    code: "await keepOnly((rejection) => !rejections.includes(rejection));",
    mistake: "await keepOnly(() => rejections.length > -1);",
  },
  {
    name: "takes the checkpoint after the prompt",
    tests: "createReview",
    file: "follow/folderWork.ts",
    code: "await turns.prepare(session);",
    mistake: "",
  },
  {
    name: "takes an unreported change in a turn for the user's",
    tests: "createReview",
    file: "follow/folderWork.ts",
    code: 'if (!isWorking) return "user";',
    mistake: 'if (!isWorking || works.length > 0) return "user";',
  },
  {
    name: "deletes what the snapshot left out",
    tests: "lostWork",
    file: "engine/snapshotLog.ts",
    code: 'if (snapshots === "none" || isLeftOut(snapshot, path)) return undefined;',
    mistake: 'if (snapshots === "none") return undefined;',
  },
  {
    name: "writes a file to keep it",
    tests: "engine/decisions",
    file: "engine/reviewedFiles.ts",
    code: "if (!isSameVersion(review.current, after.current)) {",
    mistake: "if (undo !== undefined) {",
  },
  {
    name: "saves no intent before a write",
    tests: "engine/decisions.property",
    file: "engine/reviewedFiles.ts",
    code: 'await storage.save({ type: "intent", intent });',
    mistake: "",
  },
];

/**
 * Returns a plugin of Vite that puts a mistake into a source.
 * @param {(typeof MUTANTS)[number]} mutant
 * @returns {import("vite").Plugin}
 */
function createPlugin({ file, code, mistake }) {
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

/**
 * Resolves with the failed tests.
 * @param {readonly string[]} names
 * @param {import("vite").Plugin[]} plugins
 */
async function runTests(names, plugins) {
  const resolve = { conditions: ["@acp-store/source", "node", "development|production"] };
  /** @type {import("vitest/node").CliOptions} */
  const options = {
    config: false,
    ...{ root: ROOT, watch: false, bail: 1, reporters: [{}] },
    include: names.map((name) => `${TESTS}/${name}.test.ts`),
    setupFiles: ["tests/support/restoreGlobals.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    env: { ACP_RUNS: "2000" },
  };
  const vitest = await startVitest("test", [], options, { plugins, resolve, ssr: { resolve } });
  const failed = vitest.state.getTestModules().flatMap((module) => {
    const file = relative(`${ROOT}${TESTS}`, module.moduleId);
    if (module.errors().length > 0) return [`${file}: ${module.errors()[0]?.message}`];
    return [...module.children.allTests("failed")].map((test) => `${file}: ${test.fullName}`);
  });
  await vitest.close();
  process.exitCode = 0;
  return failed;
}

const names = process.argv.slice(2);
const chosen = MUTANTS.filter(({ name }) => names.length === 0 || names.includes(name));
const [unchanged] = await runTests([...new Set(chosen.map(({ tests }) => tests))], []);
if (unchanged !== undefined) throw new Error(`A test fails without a mistake: ${unchanged}`);
const survivors = [];
for (const mutant of chosen) {
  const { name, tests } = mutant;
  const [first] = await runTests([tests], [createPlugin(mutant)]);
  if (first === undefined) survivors.push(name);
  console.log(`| ${name} | ${first ?? "not noticed"} |`);
}
if (survivors.length > 0) process.exitCode = 1;
