import type { ReactElement, ReactNode } from "react";
import { safeHref } from "./safeUrl.js";

interface SafeLinkProps {
  readonly href: string | undefined;
  readonly children: ReactNode;
}

/** A link of the agent's: opens outside, tells nobody where it came from; else it stays text. */
export function SafeLink({ href, children }: SafeLinkProps): ReactElement {
  const safe = safeHref(href);
  if (safe === undefined) return <span className="dead-link">{children}</span>;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer" title={safe}>
      {children}
    </a>
  );
}
