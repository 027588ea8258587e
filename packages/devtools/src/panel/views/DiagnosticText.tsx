import type { Diagnostic } from "@acp-store/core";
import type { ReactNode } from "react";
import { type FindingCode, RULES } from "../../check/rules.js";
import {
  type LoggedFinding,
  SEVERITY_REASONS,
  SEVERITY_TONES,
  severityOf,
  worstSeverity,
} from "../model/conformance.js";
import { EntryLink } from "../ui/Explanation.js";
import { usePanel } from "../ui/panelContext.js";

/** Shows a diagnostic of one message, with the rule that the message breaks. */
export function DiagnosticText({ diagnostic }: { readonly diagnostic: Diagnostic }): ReactNode {
  const { conformance } = usePanel();
  const { code } = diagnostic;
  return (
    <div className={`diagnostic ${SEVERITY_TONES[severityOf(code, conformance)]}`}>
      <p>
        <CodeBadge codes={[code]} /> <DiagnosticMessage diagnostic={diagnostic} />
      </p>
      <RuleText code={code} />
    </div>
  );
}

/** Shows a finding of the conformance check, with the rule that the messages break. */
export function FindingText({ logged }: { readonly logged: LoggedFinding }): ReactNode {
  const { code, severity } = logged.finding;
  return (
    <div className={`diagnostic ${SEVERITY_TONES[severity]}`}>
      <p>
        <CodeBadge codes={[code]} /> <FindingMessage logged={logged} />
      </p>
      <RuleText code={code} />
    </div>
  );
}

export function DiagnosticMessage({ diagnostic }: { readonly diagnostic: Diagnostic }): ReactNode {
  const { path, message } = diagnostic;
  return (
    <>
      {path.length > 0 && <code>{path.join(".")}</code>} {message}
    </>
  );
}

/** Shows the message of a finding, followed by links to the other entries that it is about. */
export function FindingMessage({ logged }: { readonly logged: LoggedFinding }): ReactNode {
  const { finding, related } = logged;
  return (
    <>
      {finding.message}
      {related.map((entry, index) => (
        <span key={entry}>
          {index === 0 ? " See " : ", "}
          <EntryLink entry={entry} />
        </span>
      ))}
      {related.length > 0 && "."}
    </>
  );
}

/** Shows the text of a rule, and a link to its page. */
export function RuleText({ code }: { readonly code: FindingCode }): ReactNode {
  const { source } = usePanel();
  const { text, link } = RULES[code];
  const address = link[source.history.getState().protocolVersion];
  return (
    <p className="rule">
      {[text, SEVERITY_REASONS[code]].join(" ")}{" "}
      <a href={address} target="_blank" rel="noreferrer">
        {address.replace("https://", "")}
      </a>
    </p>
  );
}

/** Shows codes in the color of the worst severity among them. */
export function CodeBadge({ codes }: { readonly codes: readonly FindingCode[] }): ReactNode {
  const { conformance } = usePanel();
  const uniqueCodes = new Set(codes);
  const severity = worstSeverity(uniqueCodes, conformance);
  if (severity === undefined) return null;
  const names = [...uniqueCodes].join(", ");
  return (
    <span className={`badge ${SEVERITY_TONES[severity]}`} title={`${severity}: ${names}`}>
      {names}
    </span>
  );
}
