import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";
import type { QueuedPromptItemProps } from "./QueuedPromptItem.js";

/** A queued prompt. It is loaded with the first one, because dragging needs a library. */
export const LazyQueuedPromptItem: LazyComponent<QueuedPromptItemProps> =
  /* @__PURE__ */ createLazyComponent(
    async () => (await import("./QueuedPromptItem.js")).QueuedPromptItem,
    () => null,
  );
