import type { Suite } from "./suite.js";

/** The suites by name. The code of a suite is loaded only when it runs. */
export const suites: Readonly<Record<string, () => Promise<Suite>>> = {
  W1: async () => (await import("./workloadSuites.js")).oneSessionSuite,
  W1v2: async () => (await import("./workloadSuites.js")).oneSessionV2Suite,
  W2a: async () => (await import("./workloadSuites.js")).oneToolCallSuite,
  W2b: async () => (await import("./workloadSuites.js")).oneMessageSuite,
  W3: async () => (await import("./workloadSuites.js")).manyToolCallsSuite,
  W4: async () => (await import("./workloadSuites.js")).manySessionsSuite,
  connection: async () => (await import("./connectionSuite.js")).connectionSuite,
  growth: async () => (await import("./growthSuite.js")).growthSuite,
  saving: async () => (await import("./savingSuite.js")).savingSuite,
  mirrors: async () => (await import("./mirrorsSuite.js")).mirrorsSuite,
  fleet: async () => (await import("./fleetSuite.js")).fleetSuite,
  review: async () => (await import("./reviewSuite.js")).reviewSuite,
  search: async () => (await import("./searchSuite.js")).searchSuite,
  heap: async () => (await import("./heapSuite.js")).heapSuite,
  react: async () => (await import("./reactSuite.js")).reactSuite,
  pixels: async () => (await import("./pixelsSuite.js")).pixelsSuite,
  bytes: async () => (await import("./bytesSuite.js")).bytesSuite,
};
