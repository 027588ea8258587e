import {
  isOpenPhase,
  selectSubagent,
  selectSubagentStatus,
  type Session,
  type Subagent,
  type SubagentStatus,
  type ToolCall,
} from "@acp-store/core";
import { useAcpState, useSession } from "@acp-store/react";
import { useAcpUi } from "../context/acpUi.js";
import { clipLabel } from "../format/clipText.js";
import type { TimeSpan } from "../time/Duration.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import { toolCallPhaseTexts, toolKindTitles } from "../texts/toolCallTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";
import { createPhaseDisplay, type PhaseDisplay } from "../toolCall/toolCallPhase.js";
import { getToolCallTitle } from "../toolCall/toolKinds.js";

/** A subagent and its work, for display. */
export interface SubagentWork {
  readonly subagent: Subagent;
  readonly title: string;
  /** Absent until the subagent has worked. */
  readonly status: PhaseDisplay | undefined;
  /** The time of its latest work. */
  readonly span: TimeSpan | undefined;
  /** The title of the tool call that it is working on. */
  readonly current: string | undefined;
  /** The tokens that it has used, as the agent reported them last. */
  readonly tokens: number | undefined;
  /** Stops the subagent. `undefined` if it does not work, or the agent cannot stop it alone. */
  readonly stop: (() => void) | undefined;
}

/** Returns the work of the subagent with this session, or `undefined` if there is no such subagent. */
export function useSubagentWork(sessionId: string): SubagentWork | undefined {
  const { agent } = useAcpUi();
  const subagent = useAcpState((state) => selectSubagent(state, sessionId));
  const status = useAcpState((state) => selectSubagentStatus(state, sessionId));
  const call = useSession({ select: findCurrentCall, sessionId });
  const contextTokens = useSession({ select: (session) => session?.usage?.used, sessionId });
  const texts = useTexts("subagent", subagentTexts);
  const phaseTexts = useTexts("toolCallPhase", toolCallPhaseTexts);
  const titles = useTexts("toolKindTitle", toolKindTitles);
  if (subagent === undefined) return undefined;
  const { title, startedAt, endedAt, state, capabilities } = subagent;
  const isWorking = status === "running" || status === "requires_action";
  const canStop = agent !== undefined && isWorking && capabilities?.cancel != null;
  return {
    subagent,
    title: clipLabel(title || texts.untitled),
    status: status && getStatusDisplay(status, state?.state, texts, phaseTexts),
    span:
      startedAt === undefined || status === "unfinished"
        ? undefined
        : { start: startedAt, end: endedAt },
    current: call && isWorking ? getToolCallTitle(call.title, call.kind, titles) : undefined,
    tokens: contextTokens ?? state?.usage?.totalTokens,
    // The state has the outcome: the subagent stops, or it continues.
    stop: canStop ? () => void agent.cancel(sessionId).catch(() => {}) : undefined,
  };
}

/** A subagent runs a few calls at once at most, so older ones are not searched. */
const MAX_RECENT_ITEMS = 20;

/** Returns the newest open tool call. */
function findCurrentCall(session: Session | undefined): ToolCall | undefined {
  const recent = session?.timeline.slice(-MAX_RECENT_ITEMS) ?? [];
  const calls = recent.flatMap(({ type, id }) =>
    type === "tool_call" ? (session?.toolCalls.get(id) ?? []) : [],
  );
  return calls.findLast(({ phase }) => isOpenPhase(phase));
}

const PHASES_OF_STATUS = {
  running: "running",
  cancelling: "running",
  requires_action: "awaiting_permission",
  done: "completed",
  failed: "failed",
  cancelled: "cancelled",
  unfinished: "unfinished",
} as const satisfies Record<SubagentStatus, PhaseDisplay["phase"]>;

/** Returns the status like the phase of a tool call. A custom state is shown as it was sent. */
function getStatusDisplay(
  status: SubagentStatus,
  reported: string | undefined,
  texts: UiTexts["subagent"],
  phaseTexts: UiTexts["toolCallPhase"],
): PhaseDisplay {
  const display = createPhaseDisplay(PHASES_OF_STATUS[status], phaseTexts);
  if (status === "requires_action") return { ...display, label: texts.needsInput };
  if (status === "cancelling") return { ...display, label: texts.stopping };
  if (status === "unfinished") return { ...display, label: texts.unfinished };
  const isCustom = status === "running" && reported !== undefined && reported !== "running";
  return isCustom && reported !== "idle" ? { ...display, label: clipLabel(reported) } : display;
}
