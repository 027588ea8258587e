import { AcpSessionProvider } from "@acp-store/react";
import { type ReactElement, type ReactNode, useMemo, useRef, useState } from "react";
import { Composer } from "../composer/Composer.js";
import { QueuedPrompts } from "../composer/QueuedPrompts.js";
import { Conversation } from "../conversation/Conversation.js";
import { ElicitationDock } from "../elicitation/ElicitationDock.js";
import { PermissionDock } from "../permission/PermissionDock.js";
import { PlanPanel } from "../plan/PlanPanel.js";
import { SideStrip } from "../side/SideStrip.js";
import { SideView } from "../side/SideView.js";
import { Announcer } from "./Announcer.js";
import { type PanelActions, type PanelScope, PanelScopeProvider, type Side } from "./panelScope.js";
import "./panel.css";

interface PanelProps {
  readonly sessionId: string;
  readonly cwd: string | undefined;
  readonly actions?: PanelActions | undefined;
  readonly header: ReactNode;
  /** Above the composer: what the user has to know about the connection. */
  readonly notice?: ReactNode;
  /** In place of the composer, where a recording is shown. */
  readonly player?: ReactNode;
}

/** One session of the agent, from top to bottom. */
export function Panel({
  sessionId,
  cwd,
  actions,
  header,
  notice,
  player,
}: PanelProps): ReactElement {
  const composer = useRef<HTMLTextAreaElement>(null);
  const [side, openSide] = useState<Side>();
  const isRecording = player !== undefined;
  const scope = useMemo(
    (): PanelScope => ({ sessionId, cwd, actions, isRecording, composer, openSide }),
    [sessionId, cwd, actions, isRecording],
  );
  return (
    <AcpSessionProvider sessionId={sessionId}>
      <PanelScopeProvider value={scope}>
        <div className="page">
          {header}
          <div className="workspace" data-side={side?.view}>
            <div className="column">
              <Conversation />
              <footer className="dock" aria-label="Controls">
                <div className="dock-content">
                  {notice}
                  <PlanPanel />
                  <SideStrip side={side} />
                  <PermissionDock />
                  <ElicitationDock />
                  {player === undefined && <QueuedPrompts />}
                  {player ?? <Composer />}
                </div>
              </footer>
            </div>
            {side !== undefined && <SideView side={side} />}
          </div>
          <Announcer />
        </div>
      </PanelScopeProvider>
    </AcpSessionProvider>
  );
}
