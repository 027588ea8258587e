import { parseWorktreePath } from "@acp-store/core";
import type { AgentEntry, SessionRef } from "@acp-store/fleet";
import { useSession, useSessionCatalog } from "@acp-store/react";
import type { ReactElement, ReactNode } from "react";
import { AccountMenu } from "../connection/AccountMenu.js";
import { Icon } from "../controls/Icon.js";
import { SessionOptions } from "../options/SessionOptions.js";
import { SettingErrors } from "../options/SettingErrors.js";
import { getSessionTitle } from "../sessions/getSessionTitle.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { AgentIcon } from "./AgentIcon.js";
import { SessionLinks } from "./SessionLinks.js";

interface SessionHeaderProps {
  readonly agent: AgentEntry;
  readonly sessionId: string;
  readonly onSignOut: () => void;
  /** Shows another session. Without it, the names of related sessions are not links. */
  readonly onShow?: ((session: SessionRef) => void) | undefined;
  /** Shown before the title. */
  readonly start?: ReactNode;
  /** Shown at the end. */
  readonly end?: ReactNode;
}

/** The title of a session with its agent and folder, its settings, and the account. */
export function SessionHeader(props: SessionHeaderProps): ReactElement {
  const { agent, sessionId, onSignOut, onShow, start, end } = props;
  const texts = useTexts("session", sessionTexts);
  const ownTitle = useSession((session) => getSessionTitle(session, ""));
  const cwd = useSession((session) => session?.cwd);
  const listedTitle = useSessionCatalog({ archived: "include" }, (all) => {
    const entry = all.find((each) => each.sessionId === sessionId);
    return entry?.title || entry?.firstPrompt;
  });
  const worktree = parseWorktreePath(cwd);
  const place = worktree === undefined ? cwd : texts.worktree(worktree.branch, worktree.repository);
  return (
    <>
      <header className="acp-app-header">
        {start}
        <AgentIcon icon={agent.icon} />
        <div className="acp-app-title">
          <h1 className="acp-app-name">{ownTitle || listedTitle || texts.newSession}</h1>
          <p className="acp-app-source" title={cwd}>
            <span>{agent.name}</span>
            {place !== undefined && (
              <>
                <Icon name={worktree === undefined ? "folder" : "branch"} />
                <span className="acp-app-path">
                  <bdi>{place}</bdi>
                </span>
              </>
            )}
          </p>
          <SessionLinks agentId={agent.id} sessionId={sessionId} onShow={onShow} />
        </div>
        <div className="acp-app-options">
          <SessionOptions />
        </div>
        <div className="acp-app-controls">
          <AccountMenu onSignOut={onSignOut} />
          {end}
        </div>
      </header>
      <SettingErrors />
    </>
  );
}
