import { type CSSProperties, type ReactNode } from "react";
import type { Settings } from "../model/settings.js";
import { ResizeHandle } from "./ResizeHandle.js";

interface FrameProps {
  readonly settings: Settings;
  readonly onChange: (changed: Partial<Settings>) => void;
  readonly children: ReactNode;
}

/** Where the panel stands, and how large it is. */
export function Frame({ settings, onChange, children }: FrameProps): ReactNode {
  const { position, height, width } = settings;
  const size: CSSProperties = {
    ...(position !== "inline" && { height }),
    ...(position === "floating" && { width }),
  };
  return (
    <section className="frame" data-position={position} style={size} aria-label="ACP devtools">
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
