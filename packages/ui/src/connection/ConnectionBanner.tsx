import type { ReactElement } from "react";
import { Icon, Spinner } from "../controls/Icon.js";
import { toSentence } from "../format/errors.js";
import { connectionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { ConnectionBannerProps } from "./connectionBannerProps.js";
import { Notice } from "./Notice.js";
import { SignIn } from "./SignIn.js";
import { type ReconnectingState, useConnectionBanner } from "./useConnectionBanner.js";

/**
 * The state of the connection: connecting, reconnecting with a countdown, closed with the reason, a
 * sign-in that the agent requires, or a mirror that waits for its owner. Renders nothing while the agent can be used.
 *
 * @example
 * ```tsx
 * <ConnectionBanner onSignIn={(methodId) => void agent.authenticate(methodId)} />
 * ```
 */
export function ConnectionBanner(props: ConnectionBannerProps): ReactElement | null {
  const state = useConnectionBanner();
  const texts = useTexts("connection", connectionTexts);
  switch (state?.type) {
    case "closed":
      return <ClosedBanner {...props} reason={state.reason} />;
    case "reconnecting":
      return <ReconnectingBanner {...state} note={props.reconnectingNote} />;
    case "waiting":
    case "connecting":
      return (
        <p className="acp-ui acp-connecting" role="status">
          <Spinner />
          {texts[state.type]}
        </p>
      );
    case "sign_in":
      return <SignIn {...props} auth={state.auth} />;
    case undefined:
      return null;
  }
}

interface ClosedBannerProps extends ConnectionBannerProps {
  readonly reason: string | undefined;
}

function ClosedBanner(props: ClosedBannerProps): ReactElement {
  const { reason = "", onReconnect, children } = props;
  const texts = useTexts("connection", connectionTexts);
  const { title, detail } = props.closed ?? { title: texts.closed, detail: toSentence(reason) };
  return (
    <Notice title={title} detail={detail}>
      {children}
      {onReconnect !== undefined && (
        <p>
          <button type="button" className="acp-button acp-button-primary" onClick={onReconnect}>
            <Icon name="refresh" />
            {texts.reconnect}
          </button>
        </p>
      )}
    </Notice>
  );
}

interface ReconnectingBannerProps extends ReconnectingState {
  readonly note: string | undefined;
}

function ReconnectingBanner(props: ReconnectingBannerProps): ReactElement {
  const { reason, attempt, secondsLeft, note } = props;
  const texts = useTexts("connection", connectionTexts);
  const isTrying = secondsLeft === undefined;
  return (
    <Notice
      tone="neutral"
      icon="refresh"
      title={isTrying || reason === undefined ? texts.reconnecting : getFirstLine(reason)}
    >
      {/* Screen readers must not announce every second of the countdown. */}
      <p className="acp-notice-detail" aria-live="off">
        {isTrying ? texts.tryingNow(attempt) : texts.tryingIn(secondsLeft, attempt)}
        {note !== undefined && ` ${note}`}
      </p>
    </Notice>
  );
}

/** Returns a reason without the output of the agent, which the end of the turn shows. */
function getFirstLine(reason: string): string {
  const [first = "", ...rest] = reason.split("\n");
  return rest.length > 0 ? first.replace(/:$/, "") : first;
}
