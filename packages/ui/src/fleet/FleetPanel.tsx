import type { AgentActions } from "@acp-store/core/actions";
import type { AgentEntry, SessionRef } from "@acp-store/fleet";
import { FleetSession, useAgents, useFleet } from "@acp-store/fleet/react";
import { ReviewProvider, useProvidedReview } from "@acp-store/review/react";
import {
  useAcpView,
  useAuth,
  useConnection,
  useSession,
  useSessionCatalog,
} from "@acp-store/react";
import { type ReactElement, type ReactNode, useEffect, useMemo } from "react";
import { isReconnecting } from "../connection/connectionStatus.js";
import { Notice } from "../connection/Notice.js";
import { useIsMirrorWaiting } from "../connection/useIsMirrorWaiting.js";
import { Spinner } from "../controls/Icon.js";
import { toSentence } from "../format/errors.js";
import { AgentPanel, type AgentPanelProps } from "../panel/AgentPanel.js";
import { leaveArchive } from "../sessions/sessionArchive.js";
import { useAgentSupport } from "../sessions/useAgentSupport.js";
import { useMarkRead } from "../sessions/useMarkRead.js";
import { fleetTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { isReadOnly, PanelNotice, RetryButton } from "./PanelNotice.js";
import { SessionHeader } from "./SessionHeader.js";
import { useFolderReview } from "./useFolderReview.js";

/**
 * Resolves with the text of a file that an agent names. Rejects with a reason for the user if there is none.
 */
export type ReadSessionFile = (
  path: string,
  signal: AbortSignal,
  session: SessionRef,
) => Promise<string>;

/** The session that a panel shows. */
export interface ShownSession extends SessionRef {
  /** The folder of the session. */
  readonly cwd: string;
  /** The folder that the server reviews: that of the session, or one around it. Absent if there is none. */
  readonly reviewFolder?: string;
}

/** The props of {@link FleetPanel}. */
export interface FleetPanelProps
  extends SessionRef,
    Pick<
      AgentPanelProps,
      "composer" | "followUps" | "mentions" | "openLocation" | "openSession" | "shownRow" | "slots"
    > {
  /**
   * Shows a session of any agent, such as the one that this session continues. Without it, the names of these
   * sessions are not links.
   */
  readonly showSession?: ((session: SessionRef) => void) | undefined;
  /** Reads a text file for the side panel, in the folder of the session. Default: files are not shown. */
  readonly readFile?: ReadSessionFile | undefined;
  /** Shown at the start of the header. */
  readonly headerStart?: ReactNode;
  /** Shown at the end of the header. */
  readonly headerEnd?: ReactNode;
  /**
   * Starts the agent, or starts it again after a sign-in in a terminal. Without it, the notice of an agent
   * that has ended has no button for it.
   */
  readonly onStart?: ((agentId: string) => void) | undefined;
  /**
   * Signs in to an agent with a method that needs a terminal, like the prop of `ConnectionBanner`. Without it, only
   * the command of such a method is shown.
   */
  readonly onTerminalSignIn?:
    | ((agent: AgentEntry, methodId: string) => Promise<unknown>)
    | undefined;
  /**
   * Renders the panel of an open session together with parts of the application, such as an editor beside it. Their
   * hooks read the session and its review. An `AcpUiProvider` around the panel sets `openLocation`. Default:
   * the panel alone.
   */
  readonly renderSession?: ((panel: ReactElement, session: ShownSession) => ReactNode) | undefined;
}

/**
 * The panel of a session of any agent. It opens the session, shows problems with its connection, and marks
 * it as read. If the server reviews the folder of the session, its changes can be kept and rejected. An agent
 * that does not run is started by the first request. Needs the `FleetProvider` of
 * `@acp-store/fleet/react` around it, and a parent with a height.
 *
 * @example
 * ```tsx
 * <FleetProvider fleet={fleet}>
 *   <FleetPanel agentId="gemini" sessionId={sessionId} />
 * </FleetProvider>
 * ```
 */
export function FleetPanel(props: FleetPanelProps): ReactElement {
  const { agentId, sessionId, headerStart } = props;
  const texts = useTexts("fleet", fleetTexts);
  const actions = useFleet().getActions(agentId);
  const agent = useAgents().find(({ id }) => id === agentId);
  const bar = <div className="acp-app-header">{headerStart}</div>;
  if (agent === undefined || actions === undefined)
    return (
      <div className="acp-ui acp-panel">
        {bar}
        <Notice tone="neutral" title={texts.unknownSession} detail={texts.unknownSessionDetail} />
      </div>
    );
  return (
    <FleetSession
      {...{ agentId, sessionId }}
      fallback={
        <div className="acp-ui acp-panel">
          {bar}
          <p className="acp-connecting" role="status">
            <Spinner />
            {texts.loading}
          </p>
        </div>
      }
      renderError={({ message }, retry) => (
        <div className="acp-ui acp-panel">
          {bar}
          <Notice title={texts.notOpened} detail={toSentence(message)}>
            <RetryButton onRetry={retry} />
          </Notice>
        </div>
      )}
    >
      <ShownPanel {...props} {...{ agent, actions, bar }} />
    </FleetSession>
  );
}

/** The panel of a session that is open, or was closed while it is shown. */
function ShownPanel({ bar, ...props }: OpenPanelProps & { readonly bar: ReactNode }): ReactElement {
  const { actions, sessionId } = props;
  const view = useAcpView();
  const texts = useTexts("fleet", fleetTexts);
  const isOpen = useSession((session) => session !== undefined && !session.closed);
  const cwd = useSessionCatalog(
    { archived: "include" },
    (all) => all.find((each) => each.sessionId === sessionId)?.cwd,
  );
  if (isOpen) return <OpenPanel {...props} />;
  const open = (): unknown =>
    leaveArchive(view, actions, sessionId)
      .then(() => actions.loadSession({ sessionId, cwd: cwd ?? "" }))
      .catch(() => {});
  return (
    <div className="acp-ui acp-panel">
      {bar}
      <Notice tone="neutral" title={texts.closedSession}>
        {cwd !== undefined && <RetryButton onRetry={open} label={texts.openAgain} />}
      </Notice>
    </div>
  );
}

interface OpenPanelProps extends FleetPanelProps {
  readonly agent: AgentEntry;
  readonly actions: AgentActions;
}

/** The panel of an open session. */
function OpenPanel(props: OpenPanelProps): ReactElement {
  const {
    agent,
    actions,
    agentId,
    sessionId,
    headerStart,
    headerEnd,
    onStart,
    onTerminalSignIn,
    readFile,
    showSession,
    renderSession = renderPanelOnly,
    ...ui
  } = props;
  const readSessionFile = useMemo(
    () =>
      readFile &&
      ((path: string, signal: AbortSignal) => readFile(path, signal, { agentId, sessionId })),
    [readFile, agentId, sessionId],
  );
  useMarkRead(sessionId);
  const fleet = useFleet();
  const cwd = useSession((session) => session?.cwd);
  const ownReview = useProvidedReview();
  const { review, folder } = useFolderReview(fleet, cwd);
  const isDetached = useSession(isReadOnly);
  const isWaiting = useIsMirrorWaiting();
  useAuthStatus(actions);
  // The next request starts an agent that has ended, but not one that is being reconnected.
  const isLost = useConnection(isReconnecting);
  const panel = (
    <AgentPanel
      {...ui}
      readFile={readSessionFile}
      sessionId={sessionId}
      agent={isDetached || isLost ? undefined : actions}
      canAnswer={!isDetached && !isWaiting}
      header={
        <SessionHeader
          {...{ agent, sessionId }}
          start={headerStart}
          end={headerEnd}
          onShow={showSession}
          onSignOut={() => void actions.logout().catch(() => {})}
        />
      }
      notice={<PanelNotice {...{ agent, sessionId, actions, onStart, onTerminalSignIn }} />}
    />
  );
  const session: ShownSession = {
    ...{ agentId, sessionId, cwd: cwd ?? "" },
    ...(folder !== undefined && ownReview === undefined && { reviewFolder: folder }),
  };
  return (
    <ReviewProvider review={ownReview?.review ?? review} agentId={agentId}>
      {renderSession(panel, session)}
    </ReviewProvider>
  );
}

const renderPanelOnly = (panel: ReactElement): ReactNode => panel;

/** Asks an agent that runs who is signed in. The state of the agent has the answer. */
function useAuthStatus(actions: AgentActions): void {
  const isReady = useConnection((connection) => connection?.status === "ready");
  const isUnknown = useAuth(({ status, ...auth }) => {
    const accounts = "accounts" in auth ? auth.accounts : undefined;
    return status === "unknown" || (status === "done" && accounts === undefined);
  });
  const canAsk = useAgentSupport()("getAuthStatus");
  useEffect(() => {
    // The page shows no account then.
    if (isReady && canAsk && isUnknown) actions.getAuthStatus().catch(() => {});
  }, [actions, isReady, isUnknown, canAsk]);
}
