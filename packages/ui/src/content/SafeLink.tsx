import type { ReactElement, ReactNode } from "react";
import { clipTooltip } from "../format/clipText.js";
import { toSafeHref } from "./safeUrl.js";

interface SafeLinkProps {
  readonly href: string | undefined;
  readonly children: ReactNode;
}

/**
 * A link from the agent. It opens in a new tab without a referrer. An unsafe URL is shown as text.
 */
export function SafeLink({ href, children }: SafeLinkProps): ReactElement {
  const safe = toSafeHref(href);
  if (safe === undefined) return <span className="acp-dead-link">{children}</span>;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer" title={clipTooltip(safe)}>
      {children}
    </a>
  );
}
