import { useActiveLocation } from "@acp-store/react";
import { useProvidedReview } from "@acp-store/review/react";
import type { ReactElement, ReactNode } from "react";
import { useAcpUi } from "../context/acpUi.js";
import type { SidePanelView } from "./sidePanelView.js";
import { IconButton } from "../controls/IconButton.js";
import { ChangedFiles } from "./ChangedFiles.js";
import { LazyReviewChanges } from "../review/lazyReview.js";
import { FileView } from "./FileView.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

export interface SidePanelProps {
  readonly side: SidePanelView;
  /** Called with the view to open, or with `undefined` to close the side panel. */
  readonly onOpen: (side: SidePanelView | undefined) => void;
}

/** The panel beside the conversation. In a narrow panel it replaces the conversation. */
export function SidePanel({ side, onOpen }: SidePanelProps): ReactElement {
  const active = useActiveLocation();
  const texts = useTexts("sidePanel", sidePanelTexts);
  const isReviewed = useProvidedReview() !== undefined;
  const review = useTexts("review", reviewTexts);
  const onClose = (): void => onOpen(undefined);
  if (side.view === "changes") {
    return (
      <SidePanelFrame title={isReviewed ? review.title : texts.changedFiles} onClose={onClose}>
        {isReviewed ? (
          <LazyReviewChanges turnId={side.turnId} onShowAll={() => onOpen({ view: "changes" })} />
        ) : (
          <ChangedFiles />
        )}
      </SidePanelFrame>
    );
  }
  const location = side.location ?? active;
  return (
    <SidePanelFrame
      title={side.location === undefined ? texts.following : texts.file}
      onClose={onClose}
    >
      {location === undefined ? (
        <p className="acp-side-panel-note">{texts.noFileYet}</p>
      ) : (
        <FileView location={location} />
      )}
    </SidePanelFrame>
  );
}

interface SidePanelFrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function SidePanelFrame({ title, onClose, children }: SidePanelFrameProps): ReactElement {
  const { composer } = useAcpUi();
  const texts = useTexts("sidePanel", sidePanelTexts);
  return (
    <aside className="acp-ui acp-side-panel" aria-label={title}>
      <header className="acp-side-panel-header">
        <h2 className="acp-side-panel-title">{title}</h2>
        <IconButton
          icon="cross"
          label={texts.close}
          onClick={() => {
            onClose();
            composer?.current?.focus();
          }}
        />
      </header>
      <div className="acp-side-panel-content">{children}</div>
    </aside>
  );
}
