import { useConnection, useSession, useTurn } from "@acp-store/react";
import { type ReactElement, type ReactNode, useMemo } from "react";
import { SessionOptions } from "../options/SessionOptions.js";
import { Header, type HeaderProps } from "../shell/Header.js";
import { Panel } from "../shell/Panel.js";
import type { AgentLink } from "./agentLink.js";
import { type AboutAgent, ClosedNotice } from "./ClosedNotice.js";
import { DetachedNotice } from "./DetachedNotice.js";
import type { LinkState } from "./linkState.js";
import { LostNotice } from "./LostNotice.js";
import { isComingBack } from "./phase.js";

interface SessionViewProps {
  readonly sessionId: string;
  readonly link: AgentLink;
  readonly state: LinkState;
  readonly header: HeaderProps;
  readonly about: AboutAgent;
  readonly cwd: string;
}

/** One session of a live agent, and what has become of its connection. */
export function SessionView(props: SessionViewProps): ReactElement {
  const { sessionId, link, state, header, about, cwd } = props;
  const connection = useConnection();
  const detached = useSession({ select: (session) => session?.detached, sessionId });
  const turn = useTurn(undefined, { sessionId });
  const isCutOff = turn?.status === "failed" && turn.error?.code === undefined;
  const actions = useMemo(() => link.actionsFor(sessionId), [link, sessionId]);
  const canAsk = connection?.status === "ready" && detached === undefined;

  let notice: ReactNode;
  if (connection?.status === "closed") notice = <ClosedNotice state={state} {...about} />;
  else if (isComingBack(connection)) notice = <LostNotice isCutOff={isCutOff} />;
  else if (detached !== undefined)
    notice = <DetachedNotice reason={detached} state={state} onNewSession={link.newSession} />;
  return (
    <Panel
      sessionId={sessionId}
      cwd={cwd}
      actions={canAsk ? actions : undefined}
      header={
        <Header {...header}>
          <SessionOptions />
        </Header>
      }
      notice={notice}
    />
  );
}
