import type { Reporter, TestModule, TestSpecification } from "vitest/node";

/** The number of lines that say how far the run is, if the output is not a terminal. */
const LINES = 10;

/** Creates a reporter that says how far the run is, and at its end what it has skipped. */
export function createProgressReporter(skipped: readonly string[]): Reporter {
  let total = 0;
  let done = 0;
  let failed = 0;
  return {
    onTestRunStart(specifications: readonly TestSpecification[]) {
      total = specifications.length;
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
      for (const reason of skipped) console.log(`\nSkipped: ${reason}`);
    },
  };
}
