import type { Reporter, TestCase, TestModule, TestSpecification } from "vitest/node";

/** The number of lines that say how far the run is, if the output is not a terminal. */
const LINES = 10;

/**
 * Creates a reporter that says how far the run is, and at its end which tests passed only when they were run
 * again, and what was skipped.
 */
export function createProgressReporter(skipped: readonly string[]): Reporter {
  let total = 0;
  let done = 0;
  let failed = 0;
  const unsteady: string[] = [];
  return {
    onTestRunStart(specifications: readonly TestSpecification[]) {
      total = specifications.length;
    },
    onTestCaseResult(test: TestCase) {
      if (test.diagnostic()?.flaky === true)
        unsteady.push(`${test.module.relativeModuleId} > ${test.fullName}`);
    },
    onTestModuleEnd(module: TestModule) {
      done++;
      if (!module.ok()) failed++;
      const line = Math.floor((done * LINES) / total);
      if (
        process.stdout.isTTY ||
        total < 2 * LINES ||
        line === Math.floor(((done - 1) * LINES) / total)
      )
        return;
      const failures = failed === 0 ? "" : `, ${failed} with failures`;
      console.log(`\n${line * (100 / LINES)} %: ${done} of ${total} files${failures}\n`);
    },
    onTestRunEnd() {
      for (const name of unsteady) console.log(`\nFailed once, then passed: ${name}`);
      for (const reason of skipped) console.log(`\nSkipped: ${reason}`);
    },
  };
}
