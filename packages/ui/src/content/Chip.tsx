import type { ReactElement, ReactNode } from "react";
import { clipLabel, clipTooltip } from "../format/clipText.js";
import { PathIcon } from "../controls/Icon.js";

interface ChipProps {
  /** The path of the icon. */
  readonly icon: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A small label with an icon, used in place of content that is not shown inline. */
export function Chip({ icon, title, children }: ChipProps): ReactElement {
  return (
    <span className="acp-chip" title={title && clipTooltip(title)}>
      <PathIcon path={icon} />
      <span className="acp-chip-text">
        {typeof children === "string" ? clipLabel(children) : children}
      </span>
    </span>
  );
}
