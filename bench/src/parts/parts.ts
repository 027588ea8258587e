import type { Part } from "./part.js";

/** The parts by name; each loads what it measures only when it runs. */
export const parts: Readonly<Record<string, () => Promise<Part>>> = {
  W1: async () => (await import("./sessionPart.js")).oneSessionPart,
  W1v2: async () => (await import("./sessionPart.js")).oneSessionV2Part,
  W2a: async () => (await import("./streamPart.js")).oneToolCallPart,
  W2b: async () => (await import("./streamPart.js")).oneMessagePart,
  W3: async () => (await import("./manyToolCallsPart.js")).manyToolCallsPart,
  W4: async () => (await import("./sessionPart.js")).manySessionsPart,
  others: async () => (await import("./othersPart.js")).othersPart,
  heap: async () => (await import("./heapPart.js")).heapPart,
  react: async () => (await import("./reactPart.js")).reactPart,
  bytes: async () => (await import("./bytesPart.js")).bytesPart,
  soak: async () => (await import("./soakPart.js")).soakPart,
};
