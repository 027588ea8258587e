import { createLazyComponent } from "../controls/createLazyComponent.js";
import { reviewSlots } from "../review/lazyReview.js";
import { plainSlots } from "./plainSlots.js";
import type { ContentSlots } from "./slots.js";

const loadSlots = () => import("./richSlots.js");

const slots = {
  MarkdownText: /* @__PURE__ */ createLazyComponent(
    async () => (await loadSlots()).MarkdownText,
    plainSlots.MarkdownText,
  ),
  Output: /* @__PURE__ */ createLazyComponent(
    async () => (await loadSlots()).Output,
    plainSlots.Output,
  ),
  DiffView: /* @__PURE__ */ createLazyComponent(
    async () => (await loadSlots()).DiffView,
    plainSlots.DiffView,
  ),
  ChangesView: /* @__PURE__ */ createLazyComponent(
    async () => (await loadSlots()).ChangesView,
    plainSlots.ChangesView,
  ),
  ToolCallLineCount: /* @__PURE__ */ createLazyComponent(
    async () => (await loadSlots()).ToolCallLineCount,
    plainSlots.ToolCallLineCount,
  ),
  Code: /* @__PURE__ */ createLazyComponent(
    async () => (await import("../highlight/index.js")).Code,
    plainSlots.Code,
  ),
};

/**
 * The slots for Markdown, terminal colors, diffs, highlighting and a review, whose code is loaded when they are
 * first shown.
 * Until then, the content is readable as plain text. `AgentPanel` uses them.
 *
 * @example
 * ```tsx
 * <AcpUiProvider slots={lazySlots}>
 *   <Conversation />
 * </AcpUiProvider>
 * ```
 */
export const lazySlots: ContentSlots = { ...slots, ...reviewSlots };

/** Loads the code of {@link lazySlots}, except for highlighting, which is loaded with the first code. */
export async function preloadLazySlots(): Promise<void> {
  const { Code: _, ...soon } = slots;
  await Promise.all(Object.values(soon).map((slot) => slot.preload()));
}
