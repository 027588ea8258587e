import { useAuth, useConnection } from "@acp-store/react";
import type { ReactElement } from "react";
import {
  ConnectionBanner,
  ElicitationPrompt,
  Icon,
  Notice,
  isReconnecting,
  isSignInMissing,
  useSessionElicitations,
} from "@acp-store/ui";
import { Header, type HeaderProps } from "../shell/Header.js";
import { Screen } from "../shell/Screen.js";
import type { AgentTab } from "./agentTab.js";
import { ClosedNotice, type ReconnectProps } from "./ClosedNotice.js";
import { Connecting } from "./Connecting.js";
import type { AgentTabState } from "./tabState.js";
import { ReconnectingNotice } from "./ReconnectingNotice.js";

interface ConnectionScreenProps {
  readonly tab: AgentTab;
  readonly state: AgentTabState;
  readonly header: HeaderProps;
  readonly reconnectProps: ReconnectProps;
}

/** Shown instead of a session. It explains why there is no session and offers a way to proceed. */
export function ConnectionScreen(props: ConnectionScreenProps): ReactElement {
  // An agent may request input outside of a session, for example during sign-in.
  const elicitations = useSessionElicitations();
  return (
    <div className="page">
      <Header {...props.header} />
      <Screen>
        <ConnectionScreenContent {...props} />
        {elicitations.map((elicitation) => (
          <ElicitationPrompt
            key={elicitation.elicitationId}
            elicitation={elicitation}
            isDisabled={false}
          />
        ))}
      </Screen>
    </div>
  );
}

function ConnectionScreenContent({
  tab,
  state,
  reconnectProps,
}: ConnectionScreenProps): ReactElement {
  const connection = useConnection();
  const auth = useAuth();
  const { actionError, socketId } = state;
  if (connection?.status === "closed") return <ClosedNotice state={state} {...reconnectProps} />;
  if (isReconnecting(connection)) return <ReconnectingNotice state={state} />;
  if (connection?.status !== "ready")
    return <Connecting socketId={socketId} step="Starting the agent" {...reconnectProps} />;
  if (state.isOpening)
    return <Connecting socketId={socketId} step="Opening a session" {...reconnectProps} />;
  if (isSignInMissing(auth))
    return <ConnectionBanner onSignIn={tab.authenticate} {...reconnectProps} />;
  return (
    <Notice
      {...(actionError === undefined
        ? { tone: "neutral", icon: "sparkle", title: "No session is open" }
        : { title: actionError.title, detail: actionError.detail })}
    >
      <p className="acp-notice-actions">
        <button type="button" className="acp-button acp-button-primary" onClick={tab.newSession}>
          <Icon name="plus" />
          New session
        </button>
        {actionError?.canRetry && (
          <button type="button" className="acp-button" onClick={tab.retryOpening}>
            <Icon name="refresh" />
            Try again
          </button>
        )}
      </p>
    </Notice>
  );
}
