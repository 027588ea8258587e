import type { Scheduler } from "@acp-store/core";

/** Once per frame where there are frames, else once per microtask. */
export const whenShown: Scheduler = (flush) => {
  if (typeof requestAnimationFrame === "function") requestAnimationFrame(() => flush());
  else queueMicrotask(flush);
};
