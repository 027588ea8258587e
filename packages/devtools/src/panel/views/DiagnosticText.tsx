import type { Diagnostic } from "@acp-store/core";
import type { ReactNode } from "react";
import { type FindingCode, RULES } from "../../check/rules.js";
import type { FoundFinding } from "../model/conformance.js";
import { TONES, WHY, severityOf } from "../model/severity.js";
import { Sentence } from "../ui/EntryLink.js";
import { usePanel } from "../ui/context.js";
import { CodeBadge } from "./CodeBadge.js";

/** What was wrong with a message, and what the protocol says. */
export function DiagnosticText({ diagnostic }: { readonly diagnostic: Diagnostic }): ReactNode {
  const { conformance } = usePanel();
  const { code, path, message } = diagnostic;
  return (
    <div className={`diagnostic ${TONES[severityOf(code, conformance)]}`}>
      <p>
        <CodeBadge codes={[code]} /> {path.length > 0 && <code>{path.join(".")}</code>} {message}
      </p>
      <RuleText code={code} />
    </div>
  );
}

/** What a check of all messages has found at one of them. */
export function FindingText({ found }: { readonly found: FoundFinding }): ReactNode {
  const { code, severity } = found.finding;
  return (
    <div className={`diagnostic ${TONES[severity]}`}>
      <p>
        <CodeBadge codes={[code]} /> <Sentence words={found.words} />
      </p>
      <RuleText code={code} />
    </div>
  );
}

/** The rule that a code is about, with its page. */
export function RuleText({ code }: { readonly code: FindingCode }): ReactNode {
  const { source } = usePanel();
  const { says, link } = RULES[code];
  const address = link[source.history.getState().protocolVersion];
  return (
    <p className="rule">
      {[says, WHY[code]].join(" ")}{" "}
      <a href={address} target="_blank" rel="noreferrer">
        {address.replace("https://", "")}
      </a>
    </p>
  );
}
