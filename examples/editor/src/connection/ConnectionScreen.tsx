import { useConnection } from "@acp-store/react";
import type { ReactElement } from "react";
import { ElicitationPrompt } from "../elicitation/ElicitationPrompt.js";
import { useElicitationsHere } from "../elicitation/useElicitationsHere.js";
import { Header, type HeaderProps } from "../shell/Header.js";
import { Screen } from "../shell/Screen.js";
import { Icon } from "../ui/Icon.js";
import type { AgentLink } from "./agentLink.js";
import { type AboutAgent, ClosedNotice } from "./ClosedNotice.js";
import { Connecting } from "./Connecting.js";
import type { LinkState } from "./linkState.js";
import { LostNotice } from "./LostNotice.js";
import { Notice } from "./Notice.js";
import { isComingBack } from "./phase.js";
import { SignIn } from "./SignIn.js";

interface ConnectionScreenProps {
  readonly link: AgentLink;
  readonly state: LinkState;
  readonly header: HeaderProps;
  readonly about: AboutAgent;
}

/** Where there is no session to show: why not, and what can be done about it. */
export function ConnectionScreen(props: ConnectionScreenProps): ReactElement {
  // Such as while signing in.
  const asked = useElicitationsHere();
  return (
    <div className="page">
      <Header {...props.header} />
      <Screen>
        <Content {...props} />
        {asked.map((elicitation) => (
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

function Content({ link, state, about }: ConnectionScreenProps): ReactElement {
  const connection = useConnection();
  const { signIn, refusal, socketId } = state;
  if (connection?.status === "closed") return <ClosedNotice state={state} {...about} />;
  if (isComingBack(connection)) return <LostNotice />;
  if (connection?.status !== "ready")
    return <Connecting socketId={socketId} step="Starting the agent" {...about} />;
  if (state.isOpening)
    return <Connecting socketId={socketId} step="Opening a session" {...about} />;
  if (signIn !== undefined) return <SignIn {...signIn} onChoose={link.authenticate} />;
  return (
    <Notice
      tone={refusal === undefined ? "neutral" : "danger"}
      title={refusal === undefined ? "No session is open" : "The agent opened no session"}
      {...(refusal !== undefined && { detail: refusal })}
    >
      <p>
        <button type="button" className="button button-primary" onClick={link.newSession}>
          <Icon name="plus" />
          New session
        </button>
      </p>
    </Notice>
  );
}
