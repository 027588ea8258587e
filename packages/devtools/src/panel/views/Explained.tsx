import type { ReactNode } from "react";
import type { Explanation } from "../model/explainCall.js";
import { Sentence } from "../ui/EntryLink.js";
import { RuleText } from "./DiagnosticText.js";

/** An explanation: the cause first, then what else is known, and what was missing with its page. */
export function Explained({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { cause, more, missing } = explanation;
  return (
    <div className="explanation">
      <p className="cause">
        <Sentence words={cause} />
      </p>
      {more.length > 0 && (
        <p>
          <Sentence words={more} />
        </p>
      )}
      {missing !== undefined && <Missing missing={missing} />}
    </div>
  );
}

/** What the agent should have sent, and the page that says so. */
export function Missing({ missing }: { readonly missing: string }): ReactNode {
  return (
    <>
      <p>
        <strong>Missing:</strong> {missing}
      </p>
      <RuleText code="unfinished_tool_call" />
    </>
  );
}
