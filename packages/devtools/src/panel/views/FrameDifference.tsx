import type { HunkLine } from "@acp-store/core/diff";
import { type ReactNode, useMemo } from "react";
import { diffMessages } from "../compare/diffMessages.js";
import { formatCount } from "../model/format.js";
import { COMPARE_STYLES } from "../styles/compare.js";
import { CollapsedList } from "../ui/CollapsedList.js";
import { useStyles } from "../ui/useStyles.js";

/** The number of equal lines that are shown around a difference. */
const CONTEXT_LINES = 3;
/** The number of lines that are shown at first, and added by each click. */
const LINES_PER_PAGE = 300;
/** The number of characters of a line that are shown. */
const MAX_LINE_LENGTH = 2000;

const LINE_SIGNS = { removed: "−", added: "+", equal: " " } as const;
const SPOKEN_LINE_SIGNS = { removed: "Removed: ", added: "Added: ", equal: "" } as const;

/** A message with the name of its frame. */
export interface NamedMessage {
  readonly label: string;
  readonly msg: unknown;
}

interface FrameDifferenceProps {
  readonly left: NamedMessage;
  readonly right: NamedMessage;
}

/** Shows the lines in which two messages differ. */
export function FrameDifference({ left, right }: FrameDifferenceProps): ReactNode {
  const styles = useStyles(COMPARE_STYLES);
  const difference = useMemo(() => diffMessages(left.msg, right.msg), [left.msg, right.msg]);
  const { removed, added, lines } = difference;
  return (
    <section ref={styles} className="difference" aria-label="Difference">
      <h3>
        Difference{" "}
        <span className="faint">
          from {left.label} to {right.label}
        </span>
        {removed + added > 0 && (
          <span className="diff-counts">
            <span className="removed">
              −{removed}
              <span className="sr-only"> {removed === 1 ? "line" : "lines"} removed</span>
            </span>{" "}
            <span className="added">
              +{added}
              <span className="sr-only"> {added === 1 ? "line" : "lines"} added</span>
            </span>
          </span>
        )}
      </h3>
      {removed + added === 0 ? (
        <p>The messages are equal.</p>
      ) : (
        <CollapsedList
          className="diff-lines"
          items={lines}
          isEqual={isEqualLine}
          context={CONTEXT_LINES}
          pageSize={LINES_PER_PAGE}
          noun="line"
        >
          {(line) => <LineRow line={line} />}
        </CollapsedList>
      )}
    </section>
  );
}

function isEqualLine({ kind }: HunkLine): boolean {
  return kind === "equal";
}

function LineRow({ line: { kind, text } }: { readonly line: HunkLine }): ReactNode {
  const cut = text.length - MAX_LINE_LENGTH;
  return (
    <li className={`diff-line ${kind}`}>
      <span className="diff-sign" aria-hidden="true">
        {LINE_SIGNS[kind]}
      </span>
      <span className="sr-only">{SPOKEN_LINE_SIGNS[kind]}</span>
      <code>
        {text.slice(0, MAX_LINE_LENGTH)}
        {cut > 0 && <span className="faint"> … {formatCount(cut, "more character")}</span>}
      </code>
    </li>
  );
}
