import { type RefObject, useLayoutEffect } from "react";
import type { PanelPosition } from "../options.js";

/**
 * Keeps the space of a docked panel free: the page gets a padding of its size at that edge. The custom
 * properties `--acp-devtools-bottom` and `--acp-devtools-right` of the page have the same size, for layouts
 * with a height of `100vh`.
 */
export function useReservedSpace(
  ref: RefObject<HTMLElement | null>,
  position: PanelPosition,
): void {
  useLayoutEffect(() => {
    const frame = ref.current;
    if (frame === null || (position !== "bottom" && position !== "right")) return undefined;
    const { style } = document.documentElement;
    const padding = `padding-${position}`;
    const property = `--acp-devtools-${position}`;
    const earlier = { padding: style.getPropertyValue(padding), sizing: style.boxSizing };
    const reserve = (): void => {
      const { width, height } = frame.getBoundingClientRect();
      const size = `${Math.round(position === "bottom" ? height : width)}px`;
      style.setProperty(padding, size);
      style.setProperty(property, size);
    };
    style.boxSizing = "border-box";
    reserve();
    // Environments without a layout have no such observer.
    const observer = typeof ResizeObserver === "function" ? new ResizeObserver(reserve) : undefined;
    observer?.observe(frame);
    return () => {
      observer?.disconnect();
      style.setProperty(padding, earlier.padding);
      style.boxSizing = earlier.sizing;
      style.removeProperty(property);
    };
  }, [ref, position]);
}
