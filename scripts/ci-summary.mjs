// Prints "N passed, N failed", from Vitest's JSON reports and the exit codes of the steps.
// Usage: node scripts/ci-summary.mjs FOLDER test=0 rest=0 lint=0 build=1 …
// The folder has a report for each of the first two steps, such as test.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{ status: string, name: string, assertionResults: { status: string }[] }} FileResult
 * @typedef {{ success: boolean, numPassedTests: number, numFailedTests: number, testResults: FileResult[] }} Report
 */

/**
 * @param {string} path
 * @returns {Report | undefined}
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a file failed without a failed test, because it did not load or threw outside of
 * its tests.
 * @param {FileResult} file
 */
function failedWithoutFailedTest({ status, assertionResults }) {
  if (assertionResults.length === 0) return true;
  return status === "failed" && !assertionResults.some((test) => test.status === "failed");
}

/**
 * @param {Report | undefined} report
 * @param {boolean} exitedCleanly
 */
function countTests(report, exitedCleanly) {
  if (!report) return { passed: 0, failed: 1, brokenFiles: ["no test report"] };
  const brokenFiles = report.testResults.filter(failedWithoutFailedTest).map((file) => file.name);
  const failures = report.numFailedTests + brokenFiles.length;
  const isSuccessful = report.success && exitedCleanly && report.numPassedTests > 0;
  // An unhandled rejection fails the run without a failed test.
  return {
    passed: report.numPassedTests,
    failed: isSuccessful ? failures : Math.max(failures, 1),
    brokenFiles,
  };
}

const TEST_STEPS = new Set(["test", "rest"]);

const [folder = "", ...args] = process.argv.slice(2);
const steps = args.map((arg) => {
  const [name = "", code] = arg.split("=");
  return { name, ok: code === "0" };
});
const runs = steps.filter(({ name }) => TEST_STEPS.has(name));
const checks = steps.filter(({ name }) => !TEST_STEPS.has(name));
const tests = runs.map(({ name, ok }) => ({
  name,
  ...countTests(readReport(join(folder, `${name}.json`)), ok),
}));

for (const { name, passed, failed, brokenFiles } of tests) {
  for (const file of brokenFiles) console.log(`failed to run: ${file}`);
  console.log(`${name}: ${passed} passed, ${failed} failed`);
}
for (const { name, ok } of checks) console.log(`${name}: ${ok ? "passed" : "FAILED"}`);

/** @param {"failed" | "passed"} outcome */
const countAll = (outcome) => tests.reduce((sum, run) => sum + run[outcome], 0);
const passed = countAll("passed") + checks.filter(({ ok }) => ok).length;
const failed = countAll("failed") + checks.filter(({ ok }) => !ok).length;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || runs.length === 0 ? 1 : 0;
