import { useSessionId } from "@acp-store/react";
import type { Hunk, Origin } from "@acp-store/review";
import { useReview, useReviewState } from "@acp-store/review/react";
import { type ReactElement, useId, useState } from "react";
import { Icon } from "../controls/Icon.js";
import { DiffLines } from "../diff/DiffLines.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";
import { DecisionButtons, UNKNOWN_AUTHOR } from "./DecisionButtons.js";
import { useDecisions } from "./decisions.js";
import { HunkReason } from "./HunkReason.js";
import type { HunkRows } from "./hunkRows.js";
import { OtherTurns } from "./OtherTurns.js";

interface HunkViewProps {
  readonly lines: HunkRows;
  readonly path: string;
  /** The position among the changes of the file, counted from 1. */
  readonly number: number;
  /** The turn around the change. */
  readonly turnId?: string | undefined;
}

/** One change of a file, with its authors. */
export function HunkView({ lines, path, number, turnId }: HunkViewProps): ReactElement {
  const { hunk, rows, position } = lines;
  const { hunkId } = hunk;
  const texts = useTexts("review", reviewTexts);
  const sessionId = useSessionId();
  const waits = useReviewState(({ queued }) =>
    queued.some((each) => each.path === path && each.hunkId === hunkId),
  );
  const [isExplained, setIsExplained] = useState(false);
  const reasonId = useId();
  const label = texts.change(number, path);
  return (
    <div className="acp-review-hunk" role="group" aria-label={label}>
      <div className="acp-review-hunk-header">
        <span className="acp-review-authors">
          {listAuthors(hunk, sessionId).map((author) => (
            <span key={author} className="acp-review-author" data-author={author}>
              {AUTHOR_TEXTS[author](texts)}
            </span>
          ))}
          {hunk.cosmetic !== undefined && (
            <span className="acp-tag">
              {hunk.cosmetic === "line-breaks" ? texts.lineBreaksOnly : texts.whiteSpaceOnly}
            </span>
          )}
          <button
            type="button"
            className="acp-review-button"
            aria-label={texts.whyLabel(number, path)}
            aria-expanded={isExplained}
            aria-controls={reasonId}
            onClick={() => setIsExplained(!isExplained)}
          >
            {texts.why}
          </button>
        </span>
        {waits ? (
          <WaitingDecision path={path} hunkId={hunkId} />
        ) : (
          <DecisionButtons
            target={{ path, hunkId }}
            keepLabel={texts.keepChange(number, path)}
            rejectLabel={texts.rejectChange(number, path)}
            // The user sees that nobody knows who wrote it, and can undo it.
            include={UNKNOWN_AUTHOR}
          />
        )}
      </div>
      {turnId !== undefined && <OtherTurns hunk={hunk} turnId={turnId} />}
      <div
        id={reasonId}
        role="group"
        className="acp-review-reason"
        aria-label={texts.reasonOf(number, path)}
        hidden={!isExplained}
      >
        {isExplained && <HunkReason hunk={hunk} />}
      </div>
      {rows.length > 0 && <DiffLines rows={rows} label={label} path={path} position={position} />}
    </div>
  );
}

/** A rejection that waits for the end of the turn. */
function WaitingDecision(hunk: { readonly path: string; readonly hunkId: string }): ReactElement {
  const texts = useTexts("review", reviewTexts);
  const review = useReview();
  const { reject } = useDecisions();
  return (
    <span className="acp-review-decision">
      <span className="acp-review-waits">
        <Icon name="clock" />
        {texts.waits}
      </span>
      <button
        type="button"
        className="acp-review-button"
        data-decision="now"
        onClick={() => reject(hunk, { when: "now" })}
      >
        {texts.rejectNow}
      </button>
      <button
        type="button"
        className="acp-review-button"
        data-decision="unqueue"
        // A connection that broke is shown elsewhere, and the rejection still waits.
        onClick={() => void review.unqueue(hunk).catch(() => {})}
      >
        {texts.doNotReject}
      </button>
    </span>
  );
}

type Author = "agent" | "command" | "other" | "unknown" | "user";

const AUTHOR_TEXTS = {
  agent: ({ byAgent }) => byAgent,
  command: ({ byCommand }) => byCommand,
  other: ({ byOtherSession }) => byOtherSession,
  unknown: ({ byUnknown }) => byUnknown,
  user: ({ byUser }) => byUser,
} satisfies Readonly<Record<Author, (texts: UiTexts["review"]) => string>>;

function listAuthors({ origins }: Hunk, sessionId: string): readonly Author[] {
  return [...new Set(origins.map(({ by }) => authorOf(by, sessionId)))];
}

function authorOf(by: Origin, sessionId: string): Author {
  if (typeof by === "string") return by;
  if (by.sessionId !== sessionId) return "other";
  return by.evidence === "command" ? "command" : "agent";
}
