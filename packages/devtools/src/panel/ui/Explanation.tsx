import type { ReactNode } from "react";
import type { Explanation } from "../explain/explanation.js";
import { entryLabel } from "../model/source.js";
import { LinkButton } from "./controls.js";
import { usePanel } from "./panelContext.js";

interface EntryLinkProps {
  readonly entry: number;
  readonly label?: string;
}

/** A link that opens an entry in the log. If the log has dropped the entry, only its label is shown. */
export function EntryLink({ entry, label }: EntryLinkProps): ReactNode {
  const { source, openInLog } = usePanel();
  const text = label ?? entryLabel(source, entry);
  if (source.history.entry(entry) === undefined) return <span>{text}</span>;
  return <LinkButton onClick={() => openInLog(entry)}>{text}</LinkButton>;
}

export function ExplanationText({ parts }: { readonly parts: Explanation }): ReactNode {
  return parts.map((part, index) =>
    "text" in part ? part.text : <EntryLink key={index} entry={part.entry} label={part.label} />,
  );
}
