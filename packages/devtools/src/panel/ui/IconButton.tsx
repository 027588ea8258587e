import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.js";

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** Of a button that is on or off. */
  readonly pressed?: boolean;
}

export function IconButton({
  icon,
  label,
  onClick,
  disabled,
  pressed,
}: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={onClick}
      disabled={disabled}
      aria-pressed={pressed}
    >
      <Icon name={icon} />
    </button>
  );
}
