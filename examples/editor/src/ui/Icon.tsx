import type { ReactElement } from "react";
import { ICON_PATHS, type IconName } from "./iconPaths.js";

/** A drawing beside words that say the same: assistive technology skips it. */
export function Icon({
  name,
  className = "",
}: {
  name: IconName;
  className?: string;
}): ReactElement {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}

/** Something runs. Stands still, half drawn, where motion is not wanted. */
export function Spinner(): ReactElement {
  return (
    <svg className="icon spinner" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle className="spinner-track" cx="8" cy="8" r="5.8" />
      <path d="M8 2.2a5.8 5.8 0 0 1 5.8 5.8" />
    </svg>
  );
}
