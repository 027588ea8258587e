import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import { composerTexts } from "../texts/composerTexts.js";
import { renderKey, TextWithSlots } from "../texts/TextWithSlots.js";
import { useTexts } from "../texts/useTexts.js";
import { AttachButton } from "./AttachmentList.js";
import { UsageMeter } from "./UsageMeter.js";
import type { ComposerState } from "./useComposer.js";

/** The row below the text field, with the buttons. */
export function ComposerBar({ composer }: { composer: ComposerState }): ReactElement {
  const { canSend, isBusy, queues, canStop, isStopping, isConnected, stop } = composer;
  const texts = useTexts("composer", composerTexts);
  const label = queues ? texts.queue : texts.send;
  return (
    <div className="acp-composer-bar">
      {isConnected && <AttachButton attachments={composer.attachments} />}
      <UsageMeter />
      <span className="acp-composer-actions">
        {isConnected && (
          <span className="acp-composer-hint" aria-hidden="true">
            <TextWithSlots text={isBusy ? texts.queueHint : texts.sendHint} render={renderKey} />
          </span>
        )}
        {canStop && (
          <button
            type="button"
            className="acp-button acp-stop-button"
            disabled={isStopping || stop === undefined}
            onClick={stop}
          >
            <Icon name="stop" />
            {isStopping ? texts.stopping : texts.stop}
          </button>
        )}
        {(!canStop || canSend) && (
          <button
            type="submit"
            className="acp-send-button"
            disabled={!canSend}
            aria-label={label}
            title={label}
          >
            <Icon name={queues ? "plus" : "arrowUp"} />
          </button>
        )}
      </span>
    </div>
  );
}
