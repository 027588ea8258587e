import { AcpSessionProvider, useSession } from "@acp-store/react";
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Composer } from "../composer/Composer.js";
import { QueuedPrompts } from "../queue/QueuedPrompts.js";
import { Conversation } from "../conversation/Conversation.js";
import { ElicitationDock } from "../elicitation/ElicitationDock.js";
import { PermissionDock } from "../permission/PermissionDock.js";
import { LazySidePanel, LazySidePanelButtons, preloadConversation } from "../onDemand.js";
import { PlanPanel } from "../plan/PlanPanel.js";
import { Announcer } from "./Announcer.js";
import {
  type PanelActions,
  type PanelScope,
  PanelScopeProvider,
  type SidePanelView,
} from "./panelScope.js";
import "./panel.css";

/** The longest time to wait for the browser to be idle. */
const IDLE_MS = 1000;

interface PanelProps {
  readonly sessionId: string;
  readonly cwd: string | undefined;
  readonly actions?: PanelActions | undefined;
  readonly isTakingOver?: boolean;
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
  isTakingOver,
  header,
  notice,
  player,
}: PanelProps): ReactElement {
  const composer = useRef<HTMLTextAreaElement>(null);
  const [side, openSidePanel] = useState<SidePanelView>();
  const isRecording = player !== undefined;
  const hasToolCalls = useSession({
    select: (session) => session !== undefined && session.toolCalls.size > 0,
    sessionId,
  });
  useEffect(() => whenIdle(preloadConversation), []);
  const scope = useMemo(
    (): PanelScope => ({
      ...{ sessionId, cwd, actions, isTakingOver, isRecording, composer, openSidePanel },
    }),
    [sessionId, cwd, actions, isTakingOver, isRecording],
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
                  {hasToolCalls && <LazySidePanelButtons side={side} />}
                  <PermissionDock />
                  <ElicitationDock />
                  {player === undefined && <QueuedPrompts />}
                  {player ?? <Composer />}
                </div>
              </footer>
            </div>
            {side !== undefined && <LazySidePanel side={side} />}
          </div>
          <Announcer />
        </div>
      </PanelScopeProvider>
    </AcpSessionProvider>
  );
}

/** Calls the function when the browser has nothing to do. Returns a function that cancels it. */
function whenIdle(callback: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(callback, IDLE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: IDLE_MS });
  return () => cancelIdleCallback(handle);
}
