import type { ReactElement, ReactNode } from "react";
import { formatShortNumber, useFormat } from "../format/format.js";
import type { FindOpenSyntax, TextPart } from "./splitText.js";
import { useTextParts } from "./useTextParts.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

interface LongTextProps {
  readonly text: string;
  readonly findOpenSyntax: FindOpenSyntax;
  readonly renderPart: (text: string, isLast: boolean) => ReactNode;
}

/** Text of any length. A very long text shows its start and its end, with a button for the rest. */
export function LongText({ text, findOpenSyntax, renderPart }: LongTextProps): ReactElement {
  const shown = useTextParts(text, findOpenSyntax, { showsStart: true });
  const lastStart = shown.end.at(-1)?.start;
  const isSplit = shown.hasGap || shown.end.length > 1;
  const render = (part: TextPart): ReactElement => (
    <div key={part.start} className={isSplit ? "acp-text-part" : undefined}>
      {renderPart(part.text, part.start === lastStart)}
    </div>
  );
  // One list of children, so that no part is rendered again when the text becomes longer.
  const children = [...shown.start, ...shown.end].map(render);
  if (shown.hasGap)
    children.splice(
      shown.start.length,
      0,
      <ShowAllButton
        key="gap"
        length={text.length}
        isShowingAll={shown.isShowingAll}
        onShowAll={shown.showAll}
      />,
    );
  return <div className={isSplit ? "acp-text-parts" : undefined}>{children}</div>;
}

interface ShowAllButtonProps {
  readonly length: number;
  readonly isShowingAll: boolean;
  readonly onShowAll: () => void;
}

/** The button for the rest of a long text. It stays until all parts are shown. */
export function ShowAllButton(props: ShowAllButtonProps): ReactElement {
  const { length, isShowingAll, onShowAll } = props;
  const texts = useTexts("content", contentTexts);
  const characters = formatShortNumber(length, useFormat());
  return (
    <button
      type="button"
      className="acp-show-all-button"
      disabled={isShowingAll}
      aria-busy={isShowingAll}
      onClick={onShowAll}
    >
      {isShowingAll ? texts.showingAll(characters) : texts.showAll(characters)}
    </button>
  );
}
