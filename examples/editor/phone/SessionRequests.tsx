import type { ChangesDiffItem, FileChange } from "@acp-store/core";
import { AcpSessionProvider } from "@acp-store/react";
import { PermissionDock, useSessionPermissions } from "@acp-store/ui";
import { type ReactElement, useId } from "react";
import { readChangedLines } from "../src/owner/changedLines.js";

interface SessionRequestsProps {
  readonly sessionId: string;
  readonly name: string;
}

/** The permission requests of a session and its subagents. */
export function SessionRequests({ sessionId, name }: SessionRequestsProps): ReactElement {
  return (
    <AcpSessionProvider sessionId={sessionId}>
      <NamedDock name={name} />
    </AcpSessionProvider>
  );
}

function NamedDock({ name }: { readonly name: string }): ReactElement | null {
  const titleId = useId();
  if (useSessionPermissions().length === 0) return null;
  return (
    <section className="session-requests" aria-labelledby={titleId}>
      <p id={titleId} className="session-name">
        {name}
      </p>
      <PermissionDock />
    </section>
  );
}

/** The files that a request wants to change, with the number of lines. A phone gets no lines. */
export function ChangedFilesSummary({ item }: { readonly item: ChangesDiffItem }): ReactElement {
  return <ul className="changes">{item.changes.map(renderChange)}</ul>;
}

function renderChange(change: FileChange): ReactElement {
  const { added, removed } = readChangedLines(change);
  return (
    <li key={change.path}>
      <span className="acp-diff-path">{change.path}</span>
      <span
        className="acp-diff-count"
        role="img"
        aria-label={`${added} lines added, ${removed} removed`}
      >
        <span className="acp-diff-count-added">+{added}</span>
        <span className="acp-diff-count-removed">−{removed}</span>
      </span>
    </li>
  );
}
