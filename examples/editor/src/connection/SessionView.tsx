import { useAuth, useConnection, usePersistence, useSession, useTurn } from "@acp-store/react";
import type { ReactElement, ReactNode } from "react";
import { readFile } from "../config/config.js";
import { ExamplePrompts } from "./ExamplePrompts.js";
import {
  AgentPanel,
  ConnectionBanner,
  Notice,
  SessionOptions,
  SettingErrors,
  isReconnecting,
  isSignInMissing,
  useMarkRead,
} from "@acp-store/ui";
import { Header, type HeaderProps } from "../shell/Header.js";
import type { AgentTab } from "./agentTab.js";
import { SaveIndicator } from "../saved/SaveIndicator.js";
import { describeSaveProblem } from "../saved/saveProblem.js";
import { ClosedNotice, type ReconnectProps } from "./ClosedNotice.js";
import { Connecting } from "./Connecting.js";
import { DetachedNotice } from "./DetachedNotice.js";
import type { AgentTabState } from "./tabState.js";
import { ReconnectingNotice } from "./ReconnectingNotice.js";

const SLOTS = { EmptyState: ExamplePrompts };

interface SessionViewProps {
  readonly sessionId: string;
  readonly tab: AgentTab;
  readonly state: AgentTabState;
  /** Whether the tab is connected to the owner. */
  readonly isLive: boolean;
  readonly header: HeaderProps;
  readonly reconnectProps: ReconnectProps;
  readonly cwd: string;
}

/** One session of a live agent, with a notice about problems with its connection. */
export function SessionView(props: SessionViewProps): ReactElement {
  const { sessionId, tab, state, isLive, header, reconnectProps, cwd } = props;
  const connection = useConnection();
  const auth = useAuth();
  useMarkRead(sessionId);
  const detached = useSession({ select: (session) => session?.detached, sessionId });
  const isRestored = useSession({ select: (session) => session?.restored === true, sessionId });
  const saveStatus = usePersistence({ select: ({ session }) => session?.status, sessionId });
  const problem = describeSaveProblem(saveStatus ?? "ok");
  const turn = useTurn(undefined, { sessionId });
  const isInterrupted =
    turn?.status === "interrupted" || (turn?.status === "failed" && turn.error?.code === undefined);
  const canAct = connection?.status === "ready" && detached === undefined;

  const signIn = <ConnectionBanner onSignIn={tab.authenticate} {...reconnectProps} />;
  let notice: ReactNode;
  if (connection?.status === "closed") notice = <ClosedNotice state={state} {...reconnectProps} />;
  else if (isReconnecting(connection))
    notice = <ReconnectingNotice state={state} isInterrupted={isInterrupted} />;
  else if (isRestored && connection?.status !== "ready")
    notice = <Connecting {...reconnectProps} socketId={state.socketId} step="Starting the agent" />;
  else if (isRestored && isSignInMissing(auth)) notice = signIn;
  else if (isRestored && state.isOpening)
    notice = (
      <Connecting {...reconnectProps} socketId={state.socketId} step="Opening the session" />
    );
  else if (detached !== undefined)
    notice = (
      <DetachedNotice
        reason={detached}
        state={state}
        onNewSession={tab.newSession}
        onRetry={isRestored ? () => tab.reopenSession(sessionId) : undefined}
      />
    );
  else if (isSignInMissing(auth)) notice = signIn;
  else if (problem !== undefined) notice = <Notice tone="warning" {...problem} />;
  return (
    <main className="page">
      <AgentPanel
        sessionId={sessionId}
        cwd={cwd}
        agent={canAct ? tab.agent : undefined}
        canAnswer={canAct && isLive}
        readFile={readFile}
        slots={SLOTS}
        header={
          <>
            <Header {...header} status={<SaveIndicator />}>
              <SessionOptions />
            </Header>
            <SettingErrors />
          </>
        }
        notice={notice}
      />
    </main>
  );
}
