import type { Frame } from "@acp-store/core";
import { AcpStoreProvider } from "@acp-store/react";
import { ReviewProvider } from "@acp-store/review/react";
import { AgentPanel, Icon } from "@acp-store/ui";
import { type ReactElement, useEffect, useState } from "react";
import { type RecordedReview, reviewRecording } from "./recordedReview.js";

interface ReviewedPanelProps {
  readonly frames: readonly Frame[];
  /** Called when the user wants to see the played session again. */
  readonly onClose: () => void;
}

/** The panel of a whole recording, whose edits the user can keep and reject in a folder in memory. */
export function ReviewedPanel({ frames, onClose }: ReviewedPanelProps): ReactElement {
  const [recorded, setRecorded] = useState<RecordedReview>();
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const loading = reviewRecording(frames);
    void loading.then((loaded) => isCurrent && setRecorded(loaded));
    return () => {
      isCurrent = false;
      void loading.then(({ review }) => review.close());
    };
  }, [frames]);
  if (recorded === undefined) return <p className="view-loading">Repeating the recorded edits…</p>;
  const { store, review } = recorded;
  const [first = ""] = store.getState().sessions.keys();
  return (
    <AcpStoreProvider store={store}>
      <ReviewProvider review={review}>
        <AgentPanel
          sessionId={chosen ?? first}
          openSession={setChosen}
          isRecording
          footer={<></>}
          header={
            <section className="panel-header" aria-label="Review">
              <div className="panel-header-text">
                <h2>Review of the recorded edits</h2>
                <p>Your decisions change files in the memory of this page.</p>
              </div>
              <button type="button" className="acp-button" onClick={onClose}>
                <Icon name="restart" />
                Back to the recording
              </button>
            </section>
          }
        />
      </ReviewProvider>
    </AcpStoreProvider>
  );
}
