import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import type { ScreenDrawer } from "./createScreenDrawer.js";
import { isDrawing } from "./isDrawing.js";

/**
 * Returns the final screen of output that moves the cursor, as text with colors, and other output unchanged. The code of
 * the terminal is loaded with the first such output, which is returned unchanged meanwhile.
 */
export function useDrawnOutput(text: string): string {
  const isDrawn = useMemo(() => isDrawing(text), [text]);
  const [screen, setScreen] = useState<string>();
  const latest = useRef(text);
  const drawer = useRef<ScreenDrawer>(undefined);

  useEffect(() => {
    latest.current = text;
    drawer.current?.draw(text);
  }, [text]);

  useEffect(() => {
    if (!isDrawn) return undefined;
    let isMounted = true;
    import("./createScreenDrawer.js").then(
      ({ createScreenDrawer }) => {
        if (!isMounted) return;
        drawer.current = createScreenDrawer((next) => startTransition(() => setScreen(next)));
        drawer.current.draw(latest.current);
      },
      () => {
        // The code cannot be loaded, so the output stays unchanged.
      },
    );
    return () => {
      isMounted = false;
      drawer.current?.close();
      drawer.current = undefined;
    };
  }, [isDrawn]);

  return isDrawn ? (screen ?? text) : text;
}
