import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import type { Settings } from "../model/settings.js";
import { ResizeHandle } from "./ResizeHandle.js";

interface FrameProps {
  readonly settings: Settings;
  readonly onChange: (changed: Partial<Settings>) => void;
  /** When it appears. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
}

/** Where the panel stands, and how large it is. */
export function Frame({ settings, onChange, takesFocus, children }: FrameProps): ReactNode {
  const ref = useRef<HTMLElement>(null);
  const { position, height, width, right, bottom } = settings;
  const place: CSSProperties = {
    ...(position !== "inline" && { height }),
    ...(position === "floating" && {
      width,
      right: distance(right, width),
      bottom: distance(bottom, height),
    }),
  };

  useEffect(() => {
    if (takesFocus) ref.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <section
      ref={ref}
      tabIndex={-1}
      className="frame"
      data-position={position}
      style={place}
      aria-label="ACP devtools"
    >
      {position !== "inline" && (
        <ResizeHandle
          axis="height"
          size={height}
          onResize={(changed) => onChange({ height: changed })}
        />
      )}
      {position === "floating" && (
        <ResizeHandle
          axis="width"
          size={width}
          onResize={(changed) => onChange({ width: changed })}
        />
      )}
      {children}
    </section>
  );
}

/** From an edge of the window, whatever its size: no further than leaves the panel inside. */
function distance(wanted: number, size: number): string {
  return `clamp(0px, ${wanted}px, 100% - min(${size}px, 100% - 28px))`;
}
