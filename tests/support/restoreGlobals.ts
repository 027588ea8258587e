import { afterAll, vi } from "vitest";

// The test files of a worker share its globals.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
