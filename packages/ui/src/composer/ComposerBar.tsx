import { useSession } from "@acp-store/react";
import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import { IconButton } from "../controls/IconButton.js";
import { LazyMcpServers } from "../mcp/lazyMcpServers.js";
import { composerTexts } from "../texts/composerTexts.js";
import { renderKey, TextWithSlots } from "../texts/TextWithSlots.js";
import { useTexts } from "../texts/useTexts.js";
import { AttachButton } from "./AttachmentList.js";
import { UsageMeter } from "./UsageMeter.js";
import type { ComposerState } from "./useComposer.js";
import type { Delivery } from "./useSend.js";

type HintName = Extract<keyof typeof composerTexts, `${string}Hint`>;

const HINTS: Readonly<Record<Delivery, HintName>> = {
  send: "sendHint",
  queue: "queueHint",
  steer: "steerHint",
};

/** The hints for both ways, by the one that needs the modifier. */
const HINTS_OF_BOTH: Readonly<Record<Delivery, HintName>> = {
  ...HINTS,
  steer: "queueOrSteerHint",
  queue: "steerOrQueueHint",
};

const DELIVERY_ICONS = { send: "arrowUp", queue: "plus", steer: "arrowUp" } as const;

/** The row below the text field, with the buttons. */
export function ComposerBar({ composer }: { composer: ComposerState }): ReactElement {
  const { canSend, delivery, otherDelivery, canStop, isStopping, isConnected, stop } = composer;
  const hasMcpServers = useSession((session) => session?.mcpServers !== undefined);
  const texts = useTexts("composer", composerTexts);
  const label = texts[delivery];
  const hint = otherDelivery === undefined ? HINTS[delivery] : HINTS_OF_BOTH[otherDelivery];
  return (
    <div className="acp-composer-bar">
      {isConnected && <AttachButton attachments={composer.attachments} />}
      <UsageMeter />
      {hasMcpServers && <LazyMcpServers />}
      <span className="acp-composer-actions">
        {isConnected && (
          <span className="acp-composer-hint" aria-hidden="true">
            {texts[hint].split(/(?=, )/).map((part) => (
              <span key={part}>
                <TextWithSlots text={part} render={renderKey} />
              </span>
            ))}
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
        {otherDelivery !== undefined && canSend && (
          <IconButton
            icon={DELIVERY_ICONS[otherDelivery]}
            label={texts[otherDelivery]}
            onClick={composer.sendOther}
          />
        )}
        {(!canStop || canSend) && (
          <button
            type="submit"
            className="acp-send-button"
            disabled={!canSend}
            aria-label={label}
            title={label}
          >
            <Icon name={DELIVERY_ICONS[delivery]} />
          </button>
        )}
      </span>
    </div>
  );
}
