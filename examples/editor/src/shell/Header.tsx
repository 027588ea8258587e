import { useAgent } from "@acp-store/react";
import type { ReactElement, ReactNode } from "react";
import { Icon, type IconName, getAgentTitle } from "@acp-store/ui";
import { ConnectionBadge, type ConnectionPhase } from "./ConnectionBadge.js";
import { ThemeToggle } from "./ThemeToggle.js";
import "./header.css";

export interface HeaderProps {
  readonly phase: ConnectionPhase;
  /** Shown until the agent has reported its name. */
  readonly fallbackTitle: string;
  /** The agent's folder or the recording's file. */
  readonly source: { readonly icon: IconName; readonly text: string };
  /** The button for the list of sessions, on narrow screens. */
  readonly menu?: ReactNode;
  /** The account that is signed in. */
  readonly account?: ReactNode;
  /** The phones that may answer. */
  readonly phones?: ReactNode;
  /** Whether the session is saved. */
  readonly status?: ReactNode;
  /** The settings of the session. */
  readonly children?: ReactNode;
}

export function Header({
  phase,
  fallbackTitle,
  source,
  menu,
  account,
  phones,
  status,
  children,
}: HeaderProps): ReactElement {
  const agent = useAgent();
  return (
    <header className="header">
      {menu}
      <span className="header-icon">
        <Icon name="sparkle" />
      </span>
      <div className="header-text">
        <h1 className="header-title">
          <span className="header-name">{getAgentTitle(agent) ?? fallbackTitle}</span>
          {agent.info?.version && <span className="header-version">{agent.info.version}</span>}
        </h1>
        <p className="header-source" title={source.text}>
          <Icon name={source.icon} />
          <span className="header-path">
            <bdi>{source.text}</bdi>
          </span>
        </p>
      </div>
      <div className="header-options">{children}</div>
      <div className="header-controls">
        {status}
        <ConnectionBadge phase={phase} />
        {phones}
        {account}
        <ThemeToggle />
      </div>
    </header>
  );
}
