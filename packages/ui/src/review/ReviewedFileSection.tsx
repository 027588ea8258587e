import type { Hunk, ReviewedFile } from "@acp-store/review";
import { type ReactElement, useId, useMemo, useState } from "react";
import { Icon } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { LineCount } from "../diff/LineCount.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { diffTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { DecisionButtons } from "./DecisionButtons.js";
import { HunkView } from "./HunkView.js";
import { listHunkRows } from "./hunkRows.js";
import { useReviewTexts } from "./useReviewTexts.js";

/** More changes of a file are shown on request, in steps of this number. */
const CHANGES_PER_STEP = 20;

interface ReviewedFileSectionProps {
  readonly file: ReviewedFile;
  /** Returns whether to show a change. Must be the same function as long as it shows the same changes. */
  readonly isShown: (hunk: Hunk) => boolean;
  /** The turn around the file. Its changes name their other turns only. */
  readonly turnId?: string | undefined;
  readonly isOpenByDefault: boolean;
}

const CHANGE_ICONS = {
  add: "diff",
  delete: "trash",
  modify: "pencil",
  mode: "key",
} satisfies Readonly<Record<ReviewedFile["change"], IconName>>;

/** One file with its changes to decide. */
export function ReviewedFileSection(props: ReviewedFileSectionProps): ReactElement {
  const { file, isShown, turnId, isOpenByDefault } = props;
  const { path, change } = file;
  const [choice, setChoice] = useState<boolean>();
  const bodyId = useId();
  const isOpen = choice ?? isOpenByDefault;
  const texts = useTexts("review", reviewTexts);
  const panel = useTexts("sidePanel", sidePanelTexts);
  const diff = useTexts("diff", diffTexts);
  const name = change === "add" ? panel.added : change === "delete" ? diff.deleted : undefined;
  const hunks = file.hunks.filter(isShown);
  const tag = file.oldPath === undefined ? name : diff.from(diff.moved, file.oldPath);
  return (
    <section className="acp-diff acp-reviewed-file" aria-label={path}>
      <div className="acp-review-header">
        <button
          type="button"
          className="acp-diff-header acp-diff-toggle"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setChoice(!isOpen)}
        >
          <Icon name={CHANGE_ICONS[change]} />
          <span className="acp-diff-path">{path}</span>
          {tag !== undefined && <span className="acp-tag">{tag}</span>}
          <LineCount {...countLines(hunks)} />
          <Icon name="chevron" className="acp-disclosure-icon" />
        </button>
        {/* These decide all changes of the file, even those that are not shown. */}
        {hunks.length === file.hunks.length && (
          <DecisionButtons
            target={{ path }}
            keepLabel={texts.keepFile(path)}
            rejectLabel={file.noBase ? undefined : texts.rejectFile(path)}
          />
        )}
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && <FileHunks file={file} isShown={isShown} turnId={turnId} />}
      </div>
    </section>
  );
}

/** Returns the numbers of lines that some changes add and remove. */
function countLines(hunks: readonly Hunk[]): { readonly added: number; readonly removed: number } {
  const sum = (side: "base" | "current"): number =>
    hunks.reduce((total, { [side]: [start, end] }) => total + end - start, 0);
  return { added: sum("current"), removed: sum("base") };
}

type FileHunksProps = Pick<ReviewedFileSectionProps, "file" | "isShown" | "turnId">;

function FileHunks(props: FileHunksProps): ReactElement {
  const { file } = props;
  const texts = useTexts("review", reviewTexts);
  if (file.noBase) return <p className="acp-side-panel-note">{texts.noBase}</p>;
  if (file.kind === "text") return <TextHunks {...props} />;
  return <p className="acp-side-panel-note">{texts[file.kind]}</p>;
}

function TextHunks({ file, isShown, turnId }: FileHunksProps): ReactElement {
  const { loaded, error } = useReviewTexts(file);
  const texts = useTexts("review", reviewTexts);
  const [shownCount, setShownCount] = useState(CHANGES_PER_STEP);
  const hunks = useMemo(() => loaded && listHunkRows(loaded.file, loaded.texts), [loaded]);
  if (error !== undefined) return <p className="acp-side-panel-note">{texts.loadFailed(error)}</p>;
  // The height before the texts are there, so that less moves.
  if (hunks === undefined) return <div className="acp-review-loading" />;
  // Hunks that were decided leave at once, before the new texts are there.
  const open = new Set(file.hunks.map(({ hunkId }) => hunkId));
  const undecided = hunks
    .filter(({ hunk }) => open.has(hunk.hunkId))
    // The numbers are those without a filter.
    .map((lines, index) => ({ lines, number: index + 1 }))
    .filter(({ lines }) => isShown(lines.hunk));
  return (
    <>
      {undecided.slice(0, shownCount).map(({ lines, number }) => (
        <HunkView
          key={lines.hunk.hunkId}
          lines={lines}
          path={file.path}
          number={number}
          turnId={turnId}
        />
      ))}
      {undecided.length > shownCount && (
        <button
          type="button"
          className="acp-link-button acp-review-more"
          onClick={() => setShownCount(shownCount + CHANGES_PER_STEP)}
        >
          {texts.moreChanges(undecided.length - shownCount)}
        </button>
      )}
    </>
  );
}
