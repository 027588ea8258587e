import type { ReactElement, ReactNode } from "react";
import { formatShortNumber } from "../ui/format.js";
import type { FindOpenSyntax, TextPart } from "./splitText.js";
import { useTextParts } from "./useTextParts.js";
import "./longText.css";

interface LongTextProps {
  readonly text: string;
  readonly findOpenSyntax: FindOpenSyntax;
  readonly renderPart: (text: string, isLast: boolean) => ReactNode;
}

/** Text of any length. A very long text shows its start and its end until asked for all. */
export function LongText({ text, findOpenSyntax, renderPart }: LongTextProps): ReactElement {
  const shown = useTextParts(text, findOpenSyntax, { showsStart: true });
  const lastStart = shown.end.at(-1)?.start;
  const render = (part: TextPart): ReactElement => (
    <div key={part.start} className="text-part">
      {renderPart(part.text, part.start === lastStart)}
    </div>
  );
  if (!shown.hasGap && shown.end.length <= 1) return <>{renderPart(text, true)}</>;
  return (
    <div className="text-parts">
      {shown.start.map(render)}
      {shown.hasGap && (
        <ShowAllButton
          length={text.length}
          isShowingAll={shown.isShowingAll}
          onShowAll={shown.showAll}
        />
      )}
      {shown.end.map(render)}
    </div>
  );
}

interface ShowAllButtonProps {
  readonly length: number;
  readonly isShowingAll: boolean;
  readonly onShowAll: () => void;
}

/** The button for the rest of a long text. It stays until all parts are shown. */
export function ShowAllButton(props: ShowAllButtonProps): ReactElement {
  const { length, isShowingAll, onShowAll } = props;
  return (
    <button
      type="button"
      className="show-all-button"
      disabled={isShowingAll}
      aria-busy={isShowingAll}
      onClick={onShowAll}
    >
      {isShowingAll ? "Loading" : "Show all"} {formatShortNumber(length)} characters
      {isShowingAll && "…"}
    </button>
  );
}
