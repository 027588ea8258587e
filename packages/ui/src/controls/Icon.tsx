import type { ReactElement } from "react";
import { ICON_PATHS, type IconName } from "./iconPaths.js";

/** The props of {@link Icon}. */
export interface IconProps {
  /** The name of the icon. */
  readonly name: IconName;
  /** Further classes of the element. */
  readonly className?: string;
}

/** The icons that point to the end of a line, so that they are mirrored from right to left. */
const DIRECTED: readonly IconName[] = ["move", "signOut"];

/** A decorative icon. Hidden from assistive technology, because text next to it says the same. */
export function Icon({ name, className = "" }: IconProps): ReactElement {
  const direction = DIRECTED.includes(name) ? "acp-icon-directed" : "";
  return <PathIcon path={ICON_PATHS[name]} className={`${direction} ${className}`} />;
}

interface PathIconProps {
  readonly path: string;
  readonly className?: string;
}

/** The icon with its own path. A bundle that uses only this one does not have all icons. */
export function PathIcon({ path, className = "" }: PathIconProps): ReactElement {
  return (
    <svg
      className={`acp-icon ${className}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

/** A spinner for running work. It does not move if the user prefers reduced motion. */
export function Spinner(): ReactElement {
  return (
    <svg className="acp-icon acp-spinner" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle className="acp-spinner-track" cx="8" cy="8" r="5.8" />
      <path d="M8 2.2a5.8 5.8 0 0 1 5.8 5.8" />
    </svg>
  );
}
