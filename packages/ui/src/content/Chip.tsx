import type { ReactElement, ReactNode } from "react";
import { Icon } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";

interface ChipProps {
  readonly icon: IconName;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A small label with an icon, used in place of content that is not shown inline. */
export function Chip({ icon, title, children }: ChipProps): ReactElement {
  return (
    <span className="acp-chip" title={title}>
      <Icon name={icon} />
      <span className="acp-chip-text">{children}</span>
    </span>
  );
}
