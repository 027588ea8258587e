import { AcpSessionProvider } from "@acp-store/react";
import { type ReactElement, type ReactNode, useMemo, useRef, useState } from "react";
import { Composer } from "../composer/Composer.js";
import { QueuedPrompts } from "../queue/QueuedPrompts.js";
import { Conversation } from "../conversation/Conversation.js";
import { ElicitationDock } from "../elicitation/ElicitationDock.js";
import { PermissionDock } from "../permission/PermissionDock.js";
import { PlanPanel } from "../plan/PlanPanel.js";
import { SidePanelButtons } from "../sidePanel/SidePanelButtons.js";
import { SidePanel } from "../sidePanel/SidePanel.js";
import { Announcer } from "./Announcer.js";
import {
  type PanelActions,
  type PanelScope,
  PanelScopeProvider,
  type SidePanelView,
} from "./panelScope.js";
import "./panel.css";

interface PanelProps {
  readonly sessionId: string;
  readonly cwd: string | undefined;
  readonly actions?: PanelActions | undefined;
  readonly header: ReactNode;
  /** A notice about the connection, shown above the composer. */
  readonly notice?: ReactNode;
  /** The playback controls of a recording, shown in place of the composer. */
  readonly player?: ReactNode;
}

/** One session: its header, conversation, requests and composer, and the side panel. */
export function Panel({
  sessionId,
  cwd,
  actions,
  header,
  notice,
  player,
}: PanelProps): ReactElement {
  const composer = useRef<HTMLTextAreaElement>(null);
  const [side, openSidePanel] = useState<SidePanelView>();
  const isRecording = player !== undefined;
  const scope = useMemo(
    (): PanelScope => ({ sessionId, cwd, actions, isRecording, composer, openSidePanel }),
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
                  <SidePanelButtons side={side} />
                  <PermissionDock />
                  <ElicitationDock />
                  {player === undefined && <QueuedPrompts />}
                  {player ?? <Composer />}
                </div>
              </footer>
            </div>
            {side !== undefined && <SidePanel side={side} />}
          </div>
          <Announcer />
        </div>
      </PanelScopeProvider>
    </AcpSessionProvider>
  );
}
