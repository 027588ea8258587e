import type { AcpState, AcpStore, Session, TimelineItem } from "@acp-store/core";
import type { Terminal } from "./terminal.js";
import { formatLiveLines, formatPlanProgress } from "./view/liveLines.js";
import { formatSettledItem } from "./view/settledItems.js";
import { dim, sanitizeText } from "./view/text.js";
import { formatRunningCall } from "./view/toolCall.js";

/**
 * Prints one session. Finished items stay on the screen; running items are updated at the bottom.
 */
export interface Printer {
  /** Switches to a session and prints its items that were not printed before. */
  showSession(sessionId: string): void;
  /** Switches to a saved session and prints its last lines. */
  showSavedSession(sessionId: string): void;
  /** Prints the changes since the last update. */
  update(): void;
}

/** The number of lines of a saved session that are printed. */
const SAVED_LINES = 20;

/** Creates a printer that shows nothing until `showSession` is called. */
export function createPrinter(store: AcpStore, terminal: Terminal): Printer {
  const printedItems = new Map<string, Set<string>>();
  const announcedCalls = new Set<string>();
  let sessionId = "";
  let lastPlan: string | undefined;

  function update(): void {
    const state = store.getState();
    const session = state.sessions.get(sessionId);
    // Wait for the end of a replay, so that the transcript is printed in one go.
    if (!session || session.replaying || session.restored) return;
    terminal.print(formatNewItems(state, session));
    if (terminal.isInteractive) terminal.setLiveLines(formatLiveLines(state, session));
    else terminal.print([...formatStartedCalls(session), ...formatChangedPlan()]);
  }

  function getPrinted(id: string): Set<string> {
    const printed = printedItems.get(id) ?? new Set();
    printedItems.set(id, printed);
    return printed;
  }

  function formatNewItems(state: AcpState, session: Session): string[] {
    const printed = getPrinted(session.sessionId);
    const lines: string[] = [];
    session.timeline.forEach((item, index) => {
      const key = keyOf(item);
      if (printed.has(key)) return;
      const isLast = index === session.timeline.length - 1;
      const itemLines = formatSettledItem(state, session, item, isLast);
      if (!itemLines) return;
      printed.add(key);
      if (!isVisibleInput(session, item.id)) lines.push(...itemLines);
    });
    return lines;
  }

  /** Returns a line for each call that has started since the last update, for plain output. */
  function formatStartedCalls({ toolCalls }: Session): string[] {
    const running = [...toolCalls.values()].filter(({ phase }) => phase === "running");
    return running.flatMap((call) => {
      const key = `${sessionId} ${call.toolCallId}`;
      if (announcedCalls.has(key)) return [];
      announcedCalls.add(key);
      return [formatRunningCall(call)];
    });
  }

  function formatChangedPlan(): string[] {
    const line = formatPlanProgress(store.getState(), sessionId);
    if (line === lastPlan || line === undefined) return [];
    lastPlan = line;
    return [dim(line)];
  }

  /** Returns whether an item is a prompt that the user typed, which is already on the screen. */
  function isVisibleInput({ messages }: Session, id: string): boolean {
    const message = messages.get(id);
    return terminal.isInteractive && message?.role === "user" && message.turnId !== undefined;
  }

  return {
    update,
    showSavedSession(nextSessionId) {
      const state = store.getState();
      const session = state.sessions.get(nextSessionId);
      sessionId = nextSessionId;
      if (session === undefined) return;
      // The agent adds only what is missing when it loads the session.
      for (const item of session.timeline) getPrinted(nextSessionId).add(keyOf(item));
      const lines = session.timeline.flatMap(
        (item) => formatSettledItem(state, session, item, false) ?? [],
      );
      const hidden = Math.max(0, lines.length - SAVED_LINES);
      terminal.print([
        dim(`Continuing "${sanitizeText(session.info.title ?? nextSessionId)}".`),
        ...(hidden > 0 ? [dim(`… ${hidden} earlier lines`)] : []),
        ...lines.slice(hidden),
        ...(isInterrupted(session) ? [dim("— interrupted")] : []),
      ]);
    },
    showSession(nextSessionId) {
      sessionId = nextSessionId;
      lastPlan = undefined;
      update();
    },
  };
}

function keyOf(item: TimelineItem): string {
  return `${item.type} ${item.type === "message" ? item.run : ""} ${item.id}`;
}

/** Returns whether the last turn ended with the program and not by the agent. */
function isInterrupted({ turns }: Session): boolean {
  return [...turns.values()].at(-1)?.status === "interrupted";
}
