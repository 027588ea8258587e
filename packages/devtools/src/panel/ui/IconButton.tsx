import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.js";

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** What the tooltip says in place of the label. */
  readonly hint?: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** Of a button that is on or off. */
  readonly pressed?: boolean;
}

export function IconButton({
  icon,
  label,
  hint = label,
  onClick,
  disabled,
  pressed,
}: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={hint}
      onClick={onClick}
      disabled={disabled}
      aria-pressed={pressed}
    >
      <Icon name={icon} />
    </button>
  );
}
