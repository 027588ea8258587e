import { useLayoutEffect, useState } from "react";

interface PanelSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size in pixels of the panel that contains an element: the nearest `acp-panel`, or else
 * the page, as for `null`. It is known before the element is painted.
 */
export function usePanelSize(element: HTMLElement | null): PanelSize {
  const [size, setSize] = useState<PanelSize>({ width: Infinity, height: Infinity });
  useLayoutEffect(() => {
    const page = (element?.ownerDocument ?? document).documentElement;
    const panel = element?.closest(".acp-panel") ?? page;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = panel;
      setSize((last) =>
        last.width === width && last.height === height ? last : { width, height },
      );
    };
    measure();
    // Test environments without a layout have no observer.
    if (typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(panel);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
