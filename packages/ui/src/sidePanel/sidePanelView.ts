import type { FileLocation } from "../context/acpUiContext.js";

/**
 * The content of the side panel. Changes with a turn are those of this turn. A file view without a location
 * follows the agent.
 */
export type SidePanelView =
  | { readonly view: "changes"; readonly turnId?: string }
  | { readonly view: "file"; readonly location?: FileLocation };
