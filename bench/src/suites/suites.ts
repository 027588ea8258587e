import type { Suite } from "./suite.js";

/** The suites by name. The code of a suite is loaded only when it runs. */
export const suites: Readonly<Record<string, () => Promise<Suite>>> = {
  W1: async () => (await import("./sessionSuite.js")).oneSessionSuite,
  W1v2: async () => (await import("./sessionSuite.js")).oneSessionV2Suite,
  W2a: async () => (await import("./streamSuite.js")).oneToolCallSuite,
  W2b: async () => (await import("./streamSuite.js")).oneMessageSuite,
  W3: async () => (await import("./manyToolCallsSuite.js")).manyToolCallsSuite,
  W4: async () => (await import("./sessionSuite.js")).manySessionsSuite,
  connection: async () => (await import("./connectionSuite.js")).connectionSuite,
  protocols: async () => (await import("./protocolsSuite.js")).protocolsSuite,
  growth: async () => (await import("./growthSuite.js")).growthSuite,
  persist: async () => (await import("./persistSuite.js")).persistSuite,
  saving: async () => (await import("./savingSuite.js")).savingSuite,
  mirrors: async () => (await import("./mirrorsSuite.js")).mirrorsSuite,
  heap: async () => (await import("./heapSuite.js")).heapSuite,
  react: async () => (await import("./reactSuite.js")).reactSuite,
  loading: async () => (await import("./loadingSuite.js")).loadingSuite,
  pixels: async () => (await import("./pixelsSuite.js")).pixelsSuite,
  bytes: async () => (await import("./bytesSuite.js")).bytesSuite,
  soak: async () => (await import("./soakSuite.js")).soakSuite,
};
