import { getTurnGroup, groupByTurn, type ReviewedFile } from "@acp-store/review";
import { useReviewState } from "@acp-store/review/react";
import { type ReactElement, useMemo, useRef, useState } from "react";
import { FileList } from "../sidePanel/FileList.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { type ChangeFilter, FILTERS } from "./changeFilter.js";
import { DecisionsProvider, useNewDecisions } from "./decisions.js";
import { type Grouping, ReviewGrouping } from "./ReviewGrouping.js";
import { ReviewBar } from "./ReviewBar.js";
import { ReviewFilter } from "./ReviewFilter.js";
import { ReviewedFileSection } from "./ReviewedFileSection.js";
import { TurnSections } from "./TurnSections.js";
import { useNextFocus } from "./useNextFocus.js";

/** The props of {@link ReviewChanges}. */
export interface ReviewChangesProps {
  /** The turn whose changes to show. Default: the changes of all turns, and those of the user and of unknown origin. */
  readonly turnId?: string | undefined;
  /** Called when the user wants to see the changes of all turns. */
  readonly onShowAll?: (() => void) | undefined;
}

/** The changes of a folder that the user has to decide, by file or by turn. */
export function ReviewChanges({ turnId, onShowAll }: ReviewChangesProps): ReactElement {
  const files = useReviewState((state) => state.files);
  const findsUnreported = useReviewState((state) => state.findsUnreported);
  const [grouping, setGrouping] = useState<Grouping>("file");
  const [filter, setFilter] = useState<ChangeFilter>("all");
  const texts = useTexts("review", reviewTexts);
  const list = useRef<HTMLDivElement>(null);
  const keepFocus = useNextFocus(list, files);
  const decisions = useNewDecisions(keepFocus);
  // The order stays the same while files come and go.
  const sorted = [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const isByFile = turnId === undefined && grouping === "file";
  return (
    <DecisionsProvider value={decisions}>
      <div ref={list} className="acp-review">
        <ReviewBar decidesAll={turnId === undefined && (!isByFile || filter === "all")}>
          {turnId === undefined && files.size > 0 && (
            <ReviewGrouping grouping={grouping} onChange={setGrouping} />
          )}
          {turnId !== undefined && onShowAll !== undefined && (
            <button type="button" className="acp-side-panel-button" onClick={onShowAll}>
              {texts.showAllChanges}
            </button>
          )}
          {isByFile && <ReviewFilter files={sorted} filter={filter} onChange={setFilter} />}
        </ReviewBar>
        {turnId !== undefined && <OneTurn key={turnId} turnId={turnId} />}
        {isByFile && <FilteredFiles files={sorted} filter={filter} />}
        {turnId === undefined && !isByFile && <AllTurns />}
        {!findsUnreported && <p className="acp-side-panel-note">{texts.reported}</p>}
      </div>
    </DecisionsProvider>
  );
}

interface FilteredFilesProps {
  readonly files: readonly ReviewedFile[];
  readonly filter: ChangeFilter;
}

function FilteredFiles({ files, filter }: FilteredFilesProps): ReactElement {
  const isShown = FILTERS[filter];
  const shown = files.filter(({ hunks }) => filter === "all" || hunks.some(isShown));
  if (shown.length === 0) return <NoChanges isLeft={files.length > 0} />;
  return (
    <FileList files={shown}>
      {(file, isOpenByDefault) => (
        <ReviewedFileSection file={file} isShown={isShown} isOpenByDefault={isOpenByDefault} />
      )}
    </FileList>
  );
}

function AllTurns(): ReactElement {
  const files = useReviewState((state) => state.files);
  const turns = useReviewState((state) => state.turns);
  const checkpoints = useReviewState((state) => state.checkpoints);
  const findsUnreported = useReviewState((state) => state.findsUnreported);
  const groups = useMemo(
    () => groupByTurn({ files, turns, checkpoints, findsUnreported }),
    [files, turns, checkpoints, findsUnreported],
  );
  return groups.length === 0 ? <NoChanges isLeft={false} /> : <TurnSections groups={groups} />;
}

function OneTurn({ turnId }: { readonly turnId: string }): ReactElement {
  const files = useReviewState((state) => state.files);
  const group = useMemo(() => getTurnGroup(files, turnId), [files, turnId]);
  if (group === undefined) return <NoChanges isLeft={files.size > 0} />;
  return <TurnSections groups={[group]} />;
}

/** Says that there is nothing to show. `isLeft`: there are other changes. */
function NoChanges({ isLeft }: { readonly isLeft: boolean }): ReactElement {
  const texts = useTexts("review", reviewTexts);
  return <p className="acp-side-panel-note">{isLeft ? texts.noMatch : texts.nothing}</p>;
}
