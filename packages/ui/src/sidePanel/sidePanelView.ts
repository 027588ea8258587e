import type { FileLocation } from "../context/acpUiContext.js";

/** The content of the side panel. A file view without a location follows the agent. */
export type SidePanelView =
  | { readonly view: "changes" }
  | { readonly view: "file"; readonly location?: FileLocation };
