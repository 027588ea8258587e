import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";
import type { ElicitationPromptProps } from "./ElicitationPrompt.js";

/** A form or a URL that the agent requests. It is loaded with the first one, because few agents do. */
export const LazyElicitationPrompt: LazyComponent<ElicitationPromptProps> =
  /* @__PURE__ */ createLazyComponent(
    async () => (await import("./ElicitationPrompt.js")).ElicitationPrompt,
    () => null,
  );
