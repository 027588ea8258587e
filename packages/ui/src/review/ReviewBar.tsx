import type { ReviewAction } from "@acp-store/review";
import { useReviewState } from "@acp-store/review/react";
import type { ReactElement, ReactNode } from "react";
import { Icon } from "../controls/Icon.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";
import { type DecisionNotice, useDecisions } from "./decisions.js";

interface ReviewBarProps {
  /** Whether all changes are shown, so that they can be decided at once. */
  readonly decidesAll: boolean;
  readonly children: ReactNode;
}

/** The decisions about all files, undo and redo, and what the last decision left. */
export function ReviewBar({ decidesAll, children }: ReviewBarProps): ReactElement {
  const hasFiles = useReviewState(({ files }) => files.size > 0);
  const lastDone = useReviewState(({ undo }) => undo.at(-1));
  const lastUndone = useReviewState(({ redo }) => redo.at(-1));
  const texts = useTexts("review", reviewTexts);
  const decisions = useDecisions();
  const { notice } = decisions;
  return (
    <div className="acp-review-bar">
      <div className="acp-review-buttons">
        {hasFiles && decidesAll && (
          <>
            <button
              type="button"
              className="acp-button"
              data-decision="keep-all"
              onClick={() => decisions.keep("all")}
            >
              {texts.keepAll}
            </button>
            <button
              type="button"
              className="acp-button"
              data-decision="reject-all"
              onClick={() => decisions.reject("all")}
            >
              {texts.rejectAll}
            </button>
          </>
        )}
        <HistoryButton
          action={lastDone}
          text={texts.undo}
          describe={texts.undoOf}
          onClick={decisions.undo}
        />
        <HistoryButton
          action={lastUndone}
          text={texts.redo}
          describe={texts.redoOf}
          onClick={decisions.redo}
        />
      </div>
      {children}
      <div role="status" className="acp-review-status">
        {notice !== undefined && <NoticeRow notice={notice} />}
      </div>
    </div>
  );
}

interface HistoryButtonProps {
  readonly action: ReviewAction | undefined;
  readonly text: string;
  readonly describe: (decision: string) => string;
  readonly onClick: () => void;
}

function HistoryButton(props: HistoryButtonProps): ReactElement | null {
  const { action, text, describe, onClick } = props;
  const texts = useTexts("review", reviewTexts);
  if (action === undefined) return null;
  const description = describe(KIND_TEXTS[action.kind](texts)(action.paths.length));
  return (
    <button
      type="button"
      className="acp-link-button"
      data-decision="history"
      title={description}
      aria-label={description}
      onClick={onClick}
    >
      {text}
    </button>
  );
}

const KIND_TEXTS = {
  keep: ({ kept }) => kept,
  reject: ({ rejected }) => rejected,
  rejectTurn: ({ turnRejected }) => turnRejected,
  restore: ({ restored }) => restored,
} satisfies Readonly<
  Record<ReviewAction["kind"], (texts: UiTexts["review"]) => (files: number) => string>
>;

function NoticeRow({ notice }: { readonly notice: DecisionNotice }): ReactElement {
  const texts = useTexts("review", reviewTexts);
  const decisions = useDecisions();
  const isQuestion = notice.type === "protected";
  return (
    <div className="acp-review-notice" data-tone={isQuestion ? "question" : "problem"}>
      <Icon name={isQuestion ? "question" : "alert"} />
      <span className="acp-review-notice-text">{describeNotice(notice, texts)}</span>
      {isQuestion && (
        <button
          type="button"
          className="acp-link-button"
          onClick={() => decisions.reject(notice.target, { include: ["user", "unknown"] })}
        >
          {texts.rejectToo}
        </button>
      )}
      <button type="button" className="acp-link-button" onClick={decisions.dismiss}>
        {isQuestion ? texts.leave : texts.dismiss}
      </button>
    </div>
  );
}

function describeNotice(notice: DecisionNotice, texts: UiTexts["review"]): string {
  switch (notice.type) {
    case "protected":
      return texts.leftProtected(notice.changes);
    case "offline":
      return texts.offline(notice.reason);
    default:
      return texts[notice.type](notice.path);
  }
}
