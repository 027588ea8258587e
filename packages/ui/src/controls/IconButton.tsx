import type { ComponentProps, ReactElement } from "react";
import { Icon } from "./Icon.js";
import type { IconName } from "./iconPaths.js";

interface IconButtonProps
  extends Omit<ComponentProps<"button">, "aria-label" | "children" | "title" | "type"> {
  readonly icon: IconName;
  /** The name of the button, which is also its tooltip. */
  readonly label: string;
}

/** A button that shows only an icon. */
export function IconButton({
  icon,
  label,
  className = "",
  ...button
}: IconButtonProps): ReactElement {
  return (
    <button
      {...button}
      type="button"
      className={`acp-icon-button ${className}`}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}
