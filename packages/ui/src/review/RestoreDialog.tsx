import type { Checkpoint, RestoredFile, RestorePlan } from "@acp-store/review";
import { useReview } from "@acp-store/review/react";
import { type ReactElement, useEffect, useId, useState } from "react";
import { Icon, Spinner } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { ModalDialog } from "../controls/ModalDialog.js";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { getErrorMessage } from "../format/errors.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { useRewind } from "./useRewind.js";

/** More files are listed on request. */
const MAX_FILES = 20;

interface RestoreDialogProps {
  readonly checkpoint: Checkpoint;
  readonly onClose: () => void;
}

/** Shows which files a restore writes and which it leaves alone, and carries it out. */
export function RestoreDialog({ checkpoint, onClose }: RestoreDialogProps): ReactElement {
  const review = useReview();
  const rewind = useRewind(checkpoint);
  const texts = useTexts("review", reviewTexts);
  const { cancel } = useTexts("session", sessionTexts);
  const [plan, setPlan] = useState<RestorePlan>();
  const [error, setError] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  const id = useId();
  const { checkpointId } = checkpoint;
  useEffect(() => {
    let isShown = true;
    review.planRestore(checkpointId).then(
      (next) => isShown && setPlan(next),
      (reason: unknown) => isShown && setError(getErrorMessage(reason)),
    );
    return () => void (isShown = false);
  }, [review, checkpointId]);

  async function restore(close: () => void, takesBack: boolean): Promise<void> {
    if (plan === undefined) return;
    setIsRunning(true);
    try {
      const { outcomes } = await review.restore(plan);
      const left = [...outcomes].filter(([, outcome]) => outcome !== "done");
      if (takesBack) await rewind?.();
      if (left.length === 0) close();
      else setError(texts.notRestored(left.map(([path]) => path)));
    } catch (reason) {
      setError(getErrorMessage(reason));
    } finally {
      setIsRunning(false);
    }
  }

  const isReady = plan !== undefined && !isRunning;
  return (
    <ModalDialog className="acp-confirm-dialog" labelledBy={`${id}-title`} onClose={onClose}>
      {(close) => (
        <>
          <h2 id={`${id}-title`} className="acp-confirm-title">
            {texts.goBackTitle}
          </h2>
          {plan === undefined && error === undefined && (
            <p className="acp-confirm-text" role="status">
              <Spinner /> {texts.planning}
            </p>
          )}
          {plan !== undefined && <PlanView plan={plan} />}
          {checkpoint.late && <p className="acp-confirm-text">{texts.lateCheckpoint}</p>}
          {error !== undefined && (
            <p className="acp-composer-error" role="alert">
              {error}
            </p>
          )}
          <div className="acp-confirm-buttons">
            <button type="button" className="acp-button" onClick={close}>
              {cancel}
            </button>
            <button
              type="button"
              className="acp-button"
              disabled={!isReady || plan.files.length === 0}
              onClick={() => void restore(close, false)}
            >
              {texts.restoreFiles}
            </button>
            {rewind !== undefined && (
              <button
                type="button"
                className="acp-button acp-button-primary"
                disabled={!isReady}
                onClick={() => void restore(close, true)}
              >
                {texts.restoreBoth}
              </button>
            )}
          </div>
        </>
      )}
    </ModalDialog>
  );
}

const ACTION_ICONS = {
  write: "pencil",
  create: "plus",
  delete: "trash",
} satisfies Readonly<Record<RestoredFile["action"], IconName>>;

function PlanView({ plan }: { readonly plan: RestorePlan }): ReactElement {
  const { files, leftAlone } = plan;
  const texts = useTexts("review", reviewTexts);
  const { shown, ...rest } = useFirstItems(files, MAX_FILES);
  return (
    <>
      <p className="acp-confirm-text">{texts.restorePlan(files.length)}</p>
      <ul className="acp-restore-files">
        {shown.map(({ path, action, hasOtherEdits }) => (
          <li key={path}>
            <Icon name={ACTION_ICONS[action]} />
            <span className="acp-diff-path">{path}</span>
            <span className="acp-tag">{texts.restoreAction[action]}</span>
            {hasOtherEdits && <span className="acp-tag">{texts.otherEdits}</span>}
          </li>
        ))}
      </ul>
      <ShowAllItems {...rest} />
      {leftAlone.length > 0 && (
        <details className="acp-restore-left">
          <summary>
            <Icon name="chevron" className="acp-disclosure-icon" />
            {texts.leftAlone(leftAlone.length)}
          </summary>
          <ul className="acp-restore-files">
            {leftAlone.slice(0, MAX_FILES).map(({ path, reason }) => (
              <li key={path}>
                <span className="acp-diff-path">{path}</span>
                <span className="acp-tag">{texts.leftReason[reason]}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
