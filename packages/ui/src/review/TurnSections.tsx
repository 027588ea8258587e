import type { Hunk, TurnGroup } from "@acp-store/review";
import { type ReactElement, useId, useMemo, useState } from "react";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { Icon } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { clipLabel } from "../format/clipText.js";
import { FileList } from "../sidePanel/FileList.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { DecisionButtons, UNKNOWN_AUTHOR } from "./DecisionButtons.js";
import { ReviewedFileSection } from "./ReviewedFileSection.js";
import { useTurnTitle } from "./useTurnTitle.js";

/** More turns are shown on request. */
const MAX_TURNS = 20;

/** The changes by turn, the newest turn first. At first, only this one is open. */
export function TurnSections({ groups }: { readonly groups: readonly TurnGroup[] }): ReactElement {
  const { shown, ...rest } = useFirstItems(groups, MAX_TURNS);
  // The first group stays open when a newer turn changes files.
  const [firstId] = useState(groups[0]?.groupId);
  return (
    <>
      <ul className="acp-review-turns">
        {shown.map((group) => (
          <li key={group.groupId}>
            <TurnSection group={group} isOpenByDefault={group.groupId === firstId} />
          </li>
        ))}
      </ul>
      <ShowAllItems {...rest} />
    </>
  );
}

interface TurnSectionProps {
  readonly group: TurnGroup;
  readonly isOpenByDefault: boolean;
}

function TurnSection({ group, isOpenByDefault }: TurnSectionProps): ReactElement {
  const { by, files } = group;
  const [choice, setChoice] = useState<boolean>();
  const bodyId = useId();
  const isOpen = choice ?? isOpenByDefault;
  const texts = useTexts("review", reviewTexts);
  const { title, agent } = useTurnTitle(by);
  const label = clipLabel(title);
  const hunks = useMemo(
    () =>
      files.flatMap(({ file, hunks: own }) =>
        own.map(({ hunkId }) => ({ path: file.path, hunkId })),
      ),
    [files],
  );
  const isTurn = typeof by === "object" && by.turnId !== undefined;
  return (
    <section className="acp-review-turn" aria-label={label}>
      <div className="acp-review-header">
        <button
          type="button"
          className="acp-diff-header acp-diff-toggle"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setChoice(!isOpen)}
        >
          <Icon name={iconOf(by)} />
          <span className="acp-review-turn-title">{label}</span>
          {agent !== undefined && <span className="acp-review-turn-agent">{clipLabel(agent)}</span>}
          <span className="acp-review-filter-count">{texts.fileCount(files.length)}</span>
          <Icon name="chevron" className="acp-disclosure-icon" />
        </button>
        <DecisionButtons
          target={{ hunks }}
          keepText={isTurn ? texts.keepTurn : texts.keepThese}
          keepLabel={texts.decideTurn(isTurn ? texts.keepTurn : texts.keepThese, label)}
          rejectText={isTurn ? texts.rejectTurn : texts.rejectThese}
          rejectLabel={texts.decideTurn(isTurn ? texts.rejectTurn : texts.rejectThese, label)}
          // The user sees that nobody knows who wrote these, and can undo it.
          {...(by === "unknown" && { include: UNKNOWN_AUTHOR })}
        />
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && <TurnFiles group={group} />}
      </div>
    </section>
  );
}

function TurnFiles({ group: { by, files } }: { readonly group: TurnGroup }): ReactElement {
  const isShown = useMemo(() => {
    const shown = new Map(
      files.map(({ file, hunks }) => [file.path, new Set(hunks.map(({ hunkId }) => hunkId))]),
    );
    return (path: string) => (hunk: Hunk) => shown.get(path)?.has(hunk.hunkId) ?? false;
  }, [files]);
  const turnId = typeof by === "object" ? by.turnId : undefined;
  return (
    <FileList files={files.map(({ file }) => file)}>
      {(file, isFileOpenByDefault) => (
        <ReviewedFileSection
          file={file}
          isShown={isShown(file.path)}
          turnId={turnId}
          isOpenByDefault={isFileOpenByDefault}
        />
      )}
    </FileList>
  );
}

function iconOf(by: TurnGroup["by"]): IconName {
  if (typeof by === "object") return "sparkle";
  return by === "user" ? "pencil" : "question";
}
