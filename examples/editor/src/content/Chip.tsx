import type { ReactElement, ReactNode } from "react";
import { Icon } from "../ui/Icon.js";
import type { IconName } from "../ui/iconPaths.js";

interface ChipProps {
  readonly icon: IconName;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A small label with an icon, used in place of content that is not shown inline. */
export function Chip({ icon, title, children }: ChipProps): ReactElement {
  return (
    <span className="chip" title={title}>
      <Icon name={icon} />
      <span className="chip-text">{children}</span>
    </span>
  );
}
