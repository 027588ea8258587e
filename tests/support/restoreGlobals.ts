import { afterAll, vi } from "vitest";

/** The globals that a later file of the same worker would miss most. */
const NAMES = ["Date", "performance", "setTimeout", "setInterval", "setImmediate"] as const;
const originals = NAMES.map((name) => globalThis[name]);
const originalNow = performance.now;

// The test files of a worker share its globals. Stubs are undone before fake timers: a test that
// stubs the clock of fake timers would otherwise leave the fake clock behind.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  const changed = NAMES.filter((name, index) => globalThis[name] !== originals[index]);
  if (changed.length > 0 || performance.now !== originalNow)
    throw new Error(
      `This file leaves other globals behind: ${changed.join(", ") || "performance.now"}. Undo stubs before fake timers.`,
    );
});
