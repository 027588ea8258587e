import type { ReactElement, ReactNode } from "react";
import { Icon } from "../ui/Icon.js";
import type { IconName } from "../ui/iconPaths.js";

interface ChipProps {
  readonly icon: IconName;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** Stands for something that is not shown itself. */
export function Chip({ icon, title, children }: ChipProps): ReactElement {
  return (
    <span className="chip" title={title}>
      <Icon name={icon} />
      <span className="chip-text">{children}</span>
    </span>
  );
}
