import { isSessionUnopened, type Session } from "@acp-store/core";
import type { AgentActions } from "@acp-store/core/actions";
import type { AgentEntry } from "@acp-store/fleet";
import { useConnection, usePersistence, useSession } from "@acp-store/react";
import type { ReactElement } from "react";
import { ConnectionBanner } from "../connection/ConnectionBanner.js";
import { Notice } from "../connection/Notice.js";
import { Icon } from "../controls/Icon.js";
import { toSentence } from "../format/errors.js";
import { fleetTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { StartPageProps } from "./StartPage.js";

/** Returns whether the agent cannot open a session. A restored one is opened by the next request. */
export function isReadOnly(session: Session | undefined): boolean {
  return session?.detached !== undefined && !isSessionUnopened(session);
}

interface PanelNoticeProps extends Pick<StartPageProps, "onStart" | "onTerminalSignIn"> {
  readonly agent: AgentEntry;
  readonly actions: AgentActions;
  readonly sessionId: string;
}

/** A problem of the session, of saving it, or of the connection to its agent. */
export function PanelNotice(props: PanelNoticeProps): ReactElement | null {
  const { actions, agent, sessionId, onStart, onTerminalSignIn } = props;
  const texts = useTexts("fleet", fleetTexts);
  const isStopped = useConnection((connection) => connection === undefined || connection.parked);
  const detached = useSession((session) => (isReadOnly(session) ? session?.detached : undefined));
  const cwd = useSession((session) => session?.cwd);
  const saveStatus = usePersistence(({ session }) => session?.status ?? "ok");
  const problem = saveStatus !== "ok" && (
    <Notice
      tone="warning"
      title={texts.notSaved[saveStatus]}
      detail={texts.notSavedDetail[saveStatus]}
    />
  );
  // The next request starts the agent.
  if (isStopped) return problem || null;
  if (detached !== undefined) {
    const [reason = detached] = detached.split(". ");
    const load = (): unknown => actions.loadSession({ sessionId, cwd: cwd ?? "" }).catch(() => {});
    return (
      <Notice tone="warning" title={texts.readOnly} detail={texts.notRestored(toSentence(reason))}>
        {cwd !== undefined && <RetryButton onRetry={load} />}
      </Notice>
    );
  }
  return (
    <>
      <ConnectionBanner
        onSignIn={(methodId) => void actions.authenticate(methodId).catch(() => {})}
        onTerminalSignIn={onTerminalSignIn && ((methodId) => onTerminalSignIn(agent, methodId))}
        onReconnect={onStart && (() => onStart(agent.id))}
        agentCommand={agent.commandLine}
      />
      {problem}
    </>
  );
}

interface RetryButtonProps {
  readonly onRetry: () => unknown;
  /** Default: "Try again". */
  readonly label?: string;
}

export function RetryButton({ onRetry, label }: RetryButtonProps): ReactElement {
  const texts = useTexts("fleet", fleetTexts);
  return (
    <p className="acp-notice-actions">
      <button type="button" className="acp-button" onClick={onRetry}>
        <Icon name="refresh" />
        {label ?? texts.tryAgain}
      </button>
    </p>
  );
}
