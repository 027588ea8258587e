import { type ReactElement, type RefObject, useMemo } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import { relativePath } from "../format/paths.js";
import { commentTexts } from "../texts/commentTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { CommentEditor } from "./CommentEditor.js";
import { nameLines } from "./commentPlace.js";
import { findCommentedRows, type LineSource, type RowRange, sortRange } from "./lineSource.js";
import { useComments } from "./useComments.js";
import { useLineSelection } from "./useLineSelection.js";

/** The space that the editor takes below the selected lines. */
const EDITOR_HEIGHT = "160px";

export interface CommentLayerProps {
  /** The lines on which the user can comment. */
  readonly source: LineSource;
  /** The element that scrolls the lines. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** The index of the first rendered line. */
  readonly first: number;
}

/**
 * The layer over the lines of a file or a diff in which the user comments on them. Its state is that of one button
 * and one editor, and it listens to the scroller, so that its cost does not grow with the lines.
 */
export function CommentLayer({ source, scroller, first }: CommentLayerProps): ReactElement {
  const { cwd } = useAcpUi();
  const texts = useTexts("comment", commentTexts);
  const comments = useComments();
  const selection = useLineSelection({ source, scroller, first });
  const { shown, editing } = selection;
  const path = relativePath(source.path, cwd);
  const commented = useMemo(
    () =>
      comments.items
        .filter((comment) => relativePath(comment.path, cwd) === path)
        .map((comment) => findCommentedRows(source, comment))
        .filter((range) => range !== undefined),
    [comments.items, source, path, cwd],
  );
  const isLong = shown !== undefined && shown.range.anchor !== shown.range.end;
  const selected = editing?.range ?? (isLong ? shown.range : undefined);
  return (
    <>
      {editing !== undefined && (
        <div
          className="acp-comment-space"
          style={{ height: `calc(${afterRange(editing.range) - first}lh + ${EDITOR_HEIGHT})` }}
        />
      )}
      <div className="acp-comment-layer">
        {commented.map((range, index) => (
          <RangeMark key={index} className="acp-comment-mark" range={range} />
        ))}
        {selected !== undefined && <RangeMark className="acp-comment-range" range={selected} />}
        {shown !== undefined && (
          <div className="acp-comment-row" style={{ top: `${shown.range.end}lh` }}>
            <button
              {...selection.buttonProps}
              type="button"
              className="acp-comment-button"
              aria-label={texts.commentOn(nameLines(shown.lines, texts), path)}
              aria-keyshortcuts="ArrowUp ArrowDown Shift+ArrowUp Shift+ArrowDown"
              title={texts.buttonTitle}
            >
              <Icon name="plus" />
            </button>
          </div>
        )}
        {editing !== undefined && (
          <div className="acp-comment-row" style={{ top: `${afterRange(editing.range)}lh` }}>
            <CommentEditor
              label={texts.commentOn(nameLines(editing.lines, texts), path)}
              saveLabel={texts.add}
              onClose={selection.close}
              onSave={(text) => {
                comments.add({ path: source.path, ...editing.lines, text });
                selection.close();
                selection.announce(texts.added(comments.items.length + 1));
              }}
            />
          </div>
        )}
        <span className="acp-sr-only" role="status">
          {selection.announcement ??
            (selection.isMoving && shown
              ? texts.commentOn(nameLines(shown.lines, texts), path)
              : "")}
        </span>
      </div>
    </>
  );
}

function afterRange(range: RowRange): number {
  return sortRange(range).last + 1;
}

interface RangeMarkProps {
  readonly className: string;
  readonly range: RowRange;
}

function RangeMark({ className, range }: RangeMarkProps): ReactElement {
  const { first, last } = sortRange(range);
  return (
    <div className={className} style={{ top: `${first}lh`, height: `${last - first + 1}lh` }} />
  );
}
