import { useActiveLocation, useChangedFiles } from "@acp-store/react";
import { useProvidedReview } from "@acp-store/review/react";
import type { ReactElement } from "react";
import { TotalLineCount } from "../diff/LineCount.js";
import type { SidePanelView } from "./sidePanelView.js";
import { LazyReviewButton } from "../review/lazyReview.js";
import { Icon } from "../controls/Icon.js";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

export interface SidePanelButtonsProps {
  readonly side: SidePanelView | undefined;
  /** Called with the view to open, or with `undefined` to close the side panel. */
  readonly onOpen: (side: SidePanelView | undefined) => void;
  /** Whether the side panel shows files. An application that opens locations itself shows them. */
  readonly canFollow: boolean;
}

/** The buttons that open the changed files, or the file that the agent is working on. */
export function SidePanelButtons(props: SidePanelButtonsProps): ReactElement | null {
  const { side, onOpen, canFollow } = props;
  const files = useChangedFiles();
  const texts = useTexts("sidePanel", sidePanelTexts);
  const hasLocation = useActiveLocation() !== undefined && canFollow;
  const isReviewed = useProvidedReview() !== undefined;
  if (files.length === 0 && !hasLocation && !isReviewed) return null;
  const isFollowing = side?.view === "file" && side.location === undefined;
  const showsChanges = side?.view === "changes";
  const toggleChanges = (): void => onOpen(showsChanges ? undefined : { view: "changes" });
  return (
    <div className="acp-ui acp-side-panel-buttons">
      {isReviewed && <LazyReviewButton isPressed={showsChanges} onPress={toggleChanges} />}
      {files.length > 0 && !isReviewed && (
        <button
          type="button"
          className="acp-side-panel-button"
          aria-pressed={showsChanges}
          onClick={toggleChanges}
        >
          <Icon name="diff" />
          {texts.filesChanged(files.length)}
          <TotalLineCount files={files} />
        </button>
      )}
      {hasLocation && (
        <button
          type="button"
          className="acp-side-panel-button acp-follow-button"
          aria-pressed={isFollowing}
          onClick={() => onOpen(isFollowing ? undefined : { view: "file" })}
        >
          <Icon name="eye" />
          {texts.followAgent}
        </button>
      )}
    </div>
  );
}
