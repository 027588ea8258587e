import { useAgent } from "@acp-store/react";
import type { ReactElement, ReactNode } from "react";
import { Icon } from "../ui/Icon.js";
import type { IconName } from "../ui/iconPaths.js";
import { ConnectionBadge, type ConnectionPhase } from "./ConnectionBadge.js";
import { ThemeToggle } from "./ThemeToggle.js";
import { agentTitle } from "./agentTitle.js";
import "./header.css";

export interface HeaderProps {
  readonly phase: ConnectionPhase;
  /** Shown until the agent has said its name. */
  readonly fallbackTitle: string;
  readonly place: { readonly icon: IconName; readonly text: string };
  /** What leads to the other sessions, where there is no room for them. */
  readonly menu?: ReactNode;
  /** Controls of the session. */
  readonly children?: ReactNode;
}

export function Header({ phase, fallbackTitle, place, menu, children }: HeaderProps): ReactElement {
  const agent = useAgent();
  return (
    <header className="header">
      {menu}
      <span className="header-mark">
        <Icon name="sparkle" />
      </span>
      <div className="header-text">
        <h1 className="header-title">
          <span className="header-name">{agentTitle(agent) ?? fallbackTitle}</span>
          {agent.info?.version && <span className="header-version">{agent.info.version}</span>}
        </h1>
        <p className="header-place" title={place.text}>
          <Icon name={place.icon} />
          <span className="header-path">
            <bdi>{place.text}</bdi>
          </span>
        </p>
      </div>
      <div className="header-options">{children}</div>
      <div className="header-controls">
        <ConnectionBadge phase={phase} />
        <ThemeToggle />
      </div>
    </header>
  );
}
