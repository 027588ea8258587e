import { AcpSessionProvider, useSession } from "@acp-store/react";
import { useProvidedReview } from "@acp-store/review/react";
import { type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Composer } from "../composer/Composer.js";
import { QueuedPrompts } from "../queue/QueuedPrompts.js";
import { LazyQueuedPromptItem } from "../queue/lazyQueuedPromptItem.js";
import { AcpUiProvider, type AcpUiProviderProps } from "../context/AcpUiProvider.js";
import { useAcpUi } from "../context/acpUi.js";
import type { ConversationTarget, FileLocation } from "../context/acpUiContext.js";
import { lazySlots, preloadLazySlots } from "../context/lazySlots.js";
import { Conversation } from "../conversation/Conversation.js";
import {
  type ConversationHandle,
  ConversationHandleContext,
} from "../conversation/useScrollTarget.js";
import { ElicitationDock } from "../elicitation/ElicitationDock.js";
import { LazyElicitationPrompt } from "../elicitation/lazyElicitationPrompt.js";
import { PermissionDock } from "../permission/PermissionDock.js";
import { whenIdle } from "../controls/whenIdle.js";
import { PlanPanel } from "../plan/PlanPanel.js";
import { LazyReviewFeedbackNote } from "../review/lazyReview.js";
import { PartBoundary } from "../failure/PartBoundary.js";
import type { SidePanelView } from "../sidePanel/sidePanelView.js";
import { LazySubagentList } from "../subagent/lazySubagentList.js";
import { Announcer } from "./Announcer.js";
import { LazyBudgetWarning } from "./lazyBudgetWarning.js";
import { LazySidePanel, LazySidePanelButtons } from "./lazySidePanel.js";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The props of {@link AgentPanel}. */
export interface AgentPanelProps extends Omit<AcpUiProviderProps, "children"> {
  /** The session to show. An unknown session is shown as empty. */
  readonly sessionId: string;
  /** The agent's working directory. Default: that of the session. */
  readonly cwd?: string | undefined;
  /** Shown above the conversation. */
  readonly header?: ReactNode;
  /** A notice about the connection, shown above the composer. */
  readonly notice?: ReactNode;
  /** Shown in place of the queue and the composer, for example the controls of a player. */
  readonly footer?: ReactNode;
}

/**
 * One session: its conversation, plan, requests, queue and composer, and a side panel with the changed
 * files. Inside a `ReviewProvider` of `@acp-store/review/react`, these can be kept and rejected. Needs the `AcpStoreProvider` of `@acp-store/react` around it, and a parent with a height.
 *
 * @example
 * ```tsx
 * <AcpStoreProvider store={store}>
 *   <AgentPanel agent={agent} sessionId={sessionId} cwd="/home/me/project" />
 * </AcpStoreProvider>
 * ```
 */
export function AgentPanel(props: AgentPanelProps): ReactElement {
  const { sessionId, header, notice, footer, slots, ...ui } = props;
  const outer = useAcpUi();
  const openLocation = props.openLocation ?? outer.openLocation;
  const [side, setSide] = useState<SidePanelView>();
  const openFile = useCallback((location: FileLocation) => setSide({ view: "file", location }), []);
  const showTurnChanges = useCallback((turnId: string) => setSide({ view: "changes", turnId }), []);
  const conversation = useRef<ConversationHandle>(null);
  const showInConversation = useCallback((target: ConversationTarget) => {
    // In a narrow panel, the side panel takes the place of the conversation.
    if (conversation.current?.isHidden()) flushSync(() => setSide(undefined));
    conversation.current?.scrollTo(target);
  }, []);
  const hasToolCalls = useSession({
    select: (session) => session !== undefined && session.toolCalls.size > 0,
    sessionId,
  });
  const hasSubagents = useSession({
    select: (session) => session !== undefined && session.subagents.size > 0,
    sessionId,
  });
  const isReviewed = useProvidedReview() !== undefined;
  const budget = props.budget ?? outer.budget;
  const cwd = useSession({ select: (session) => session?.cwd, sessionId });
  useEffect(() => whenIdle(preloadParts), []);
  return (
    <AcpSessionProvider sessionId={sessionId}>
      <AcpUiProvider
        slots={lazySlots}
        showTurnChanges={showTurnChanges}
        showInConversation={showInConversation}
        {...ui}
        openLocation={openLocation ?? openFile}
        cwd={ui.cwd ?? cwd}
      >
        <AcpUiProvider slots={slots}>
          <div className="acp-ui acp-panel">
            {header}
            <div className="acp-workspace" data-side={side?.view}>
              <div className="acp-column">
                <ConversationHandleContext.Provider value={conversation}>
                  <Conversation />
                </ConversationHandleContext.Provider>
                <PanelDock>
                  {notice}
                  <PartBoundary>
                    <PermissionDock />
                  </PartBoundary>
                  <PartBoundary>
                    <ElicitationDock />
                  </PartBoundary>
                  {budget !== undefined && (
                    <PartBoundary>
                      <LazyBudgetWarning key={sessionId} budget={budget} />
                    </PartBoundary>
                  )}
                  <div className="acp-controls">
                    <div className="acp-tray">
                      <PartBoundary>
                        <PlanPanel />
                      </PartBoundary>
                      {hasSubagents && (
                        <PartBoundary>
                          <LazySubagentList />
                        </PartBoundary>
                      )}
                      {(hasToolCalls || isReviewed) && (
                        <PartBoundary>
                          <LazySidePanelButtons
                            side={side}
                            onOpen={setSide}
                            canFollow={openLocation === undefined}
                          />
                        </PartBoundary>
                      )}
                      {footer === undefined && (
                        <PartBoundary>
                          <QueuedPrompts />
                          {isReviewed && <LazyReviewFeedbackNote />}
                        </PartBoundary>
                      )}
                    </div>
                    {footer ?? (
                      <PartBoundary>
                        <Composer />
                      </PartBoundary>
                    )}
                  </div>
                </PanelDock>
              </div>
              {side !== undefined && (
                <PartBoundary>
                  <LazySidePanel side={side} onOpen={setSide} />
                </PartBoundary>
              )}
            </div>
            <Announcer />
          </div>
        </AcpUiProvider>
      </AcpUiProvider>
    </AcpSessionProvider>
  );
}

/** The requests, the queue and the composer, below the conversation. */
function PanelDock({ children }: { children: ReactNode }): ReactElement {
  const texts = useTexts("sidePanel", sidePanelTexts);
  return (
    <section className="acp-dock" aria-label={texts.controls}>
      <div className="acp-dock-content">{children}</div>
    </section>
  );
}

/** Loads the parts that a conversation needs soon. */
function preloadParts(): void {
  void preloadLazySlots();
  void LazyQueuedPromptItem.preload();
  void LazyElicitationPrompt.preload();
  void LazySidePanel.preload();
  void LazySidePanelButtons.preload();
}
