import type { Diagnostic } from "@acp-store/core";
import type { ReactNode } from "react";
import type { Finding, FindingCode, Rule, Severity } from "@acp-store/check";
import { STORE_RULES } from "@acp-store/check/rules";
import {
  type LoggedFinding,
  SEVERITY_REASONS,
  SEVERITY_TONES,
  severityOf,
  worstSeverity,
} from "../model/conformance.js";
import { EntryLink } from "../ui/Explanation.js";
import { JsonTree } from "../ui/JsonTree.js";
import { usePanel } from "../ui/panelContext.js";

/** Shows a diagnostic of one message, with the rule that the message breaks. */
export function DiagnosticText({ diagnostic }: { readonly diagnostic: Diagnostic }): ReactNode {
  const { conformance } = usePanel();
  const { code } = diagnostic;
  const severity = severityOf(code, conformance);
  return (
    <div className={`diagnostic ${SEVERITY_TONES[severity]}`}>
      <p>
        <CodeBadge problems={[{ code, severity }]} /> <DiagnosticMessage diagnostic={diagnostic} />
      </p>
      <PanelRuleText code={code} rule={STORE_RULES[code]} />
    </div>
  );
}

/** Shows a finding of the conformance check, with the rule that the messages break. */
export function FindingText({ logged }: { readonly logged: LoggedFinding }): ReactNode {
  const { finding } = logged;
  return (
    <div className={`diagnostic ${SEVERITY_TONES[finding.severity]}`}>
      <p>
        <CodeBadge problems={[finding]} /> <FindingMessage logged={logged} />
      </p>
      <ExpectedAndSent finding={finding} />
      <RuleText code={finding.code} text={finding.rule} link={finding.link} />
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
  const { path = "", message, expected } = finding;
  // The expected type stands below, beside the value.
  const repeatsType = expected !== undefined && message.includes(expected);
  return (
    <>
      {path !== "" && <code>{path}</code>} {!repeatsType && message}
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

/** Shows the type that the protocol expects beside the value that was sent. */
export function ExpectedAndSent({ finding }: { readonly finding: Finding }): ReactNode {
  const { expected, actual } = finding;
  if (expected === undefined) return null;
  return (
    <dl className="shapes">
      <div>
        <dt>Expected</dt>
        <dd>
          <code>{expected}</code>
        </dd>
      </div>
      <div>
        <dt>Sent</dt>
        <dd>{actual === undefined ? "Nothing" : <SentValue value={actual} />}</dd>
      </div>
    </dl>
  );
}

function SentValue({ value }: { readonly value: unknown }): ReactNode {
  return typeof value === "object" && value !== null ? (
    <JsonTree value={value} label="sent" depth={1} />
  ) : (
    <code>{JSON.stringify(value)}</code>
  );
}

interface PanelRuleTextProps {
  readonly code: FindingCode;
  readonly rule: Rule;
}

/** Shows a rule, with the link for the protocol version of the log. */
export function PanelRuleText({ code, rule: { text, link } }: PanelRuleTextProps): ReactNode {
  const { source } = usePanel();
  return (
    <RuleText code={code} text={text} link={link[source.history.getState().protocolVersion]} />
  );
}

interface RuleTextProps {
  readonly code: FindingCode;
  readonly text: string;
  readonly link: string;
}

/** Shows the text of a rule, and a link to its page. */
export function RuleText({ code, text, link }: RuleTextProps): ReactNode {
  return (
    <p className="rule">
      {[text, SEVERITY_REASONS[code]].join(" ")}{" "}
      <a href={link} target="_blank" rel="noreferrer">
        {link.replace("https://", "")}
      </a>
    </p>
  );
}

interface CodeBadgeProps {
  readonly problems: readonly { readonly code: FindingCode; readonly severity: Severity }[];
}

/** Shows the codes of problems in the color of the worst severity among them. */
export function CodeBadge({ problems }: CodeBadgeProps): ReactNode {
  const severity = worstSeverity(problems.map((problem) => problem.severity));
  if (severity === undefined) return null;
  const names = [...new Set(problems.map(({ code }) => code))].join(", ");
  return (
    <span className={`badge ${SEVERITY_TONES[severity]}`} title={`${severity}: ${names}`}>
      {names}
    </span>
  );
}
