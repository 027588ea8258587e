import type { ReactNode } from "react";
import type { Severity } from "../../check/types.js";
import { numbered } from "../model/format.js";
import { usePanel } from "../ui/context.js";

/** How the log stands: message by message, which the store checks, and all of it together. */
export function CheckSummary(): ReactNode {
  const { digest, snapshot, conformance, check } = usePanel();
  const isEmpty = snapshot.end === snapshot.first;
  const later = snapshot.end - (conformance?.end ?? snapshot.end);
  return (
    <section className="section" aria-label="Conformance">
      <h3>Conformance</h3>
      <p role="status">
        {digest.diagnostics.length === 0
          ? "Each message by itself: the store took all of them in without a complaint. "
          : `Each message by itself: ${numbered(digest.diagnostics.length, "diagnostic")} of the store, listed by code. `}
        {conformance === undefined
          ? "All of them together were not checked yet."
          : `All ${numbered(conformance.report.frames, "message")} together: ${countWords(conformance.report.counts)}${
              later > 0 ? `; ${numbered(later, "entry")} came since` : ""
            }.`}
      </p>
      <p className="rule">
        Only all messages together show requests without answers, cancels that were not confirmed,
        tool calls that never ended.
      </p>
      {(conformance === undefined || later > 0) && (
        <button type="button" className="button" disabled={isEmpty} onClick={check}>
          {conformance === undefined ? "Check all messages" : "Check again"}
        </button>
      )}
    </section>
  );
}

function countWords({ violation, warning, note }: Readonly<Record<Severity, number>>): string {
  return [
    numbered(violation, "violation"),
    numbered(warning, "warning"),
    numbered(note, "note"),
  ].join(", ");
}
