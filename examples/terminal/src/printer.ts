import {
  selectChangedFiles,
  type AcpState,
  type AcpStore,
  type ChangedFile,
  type Session,
  type TimelineItem,
} from "@acp-store/core";
import { isEndMissing } from "./savedSessions.js";
import type { Terminal } from "./terminal.js";
import { formatLiveLines, formatPlanProgress } from "./view/liveLines.js";
import { formatSettledItem, getPromptTurn } from "./view/settledItems.js";
import { dim, type SafeText } from "./view/text.js";
import { formatRunningCall } from "./view/toolCall.js";
import { formatTurnEnd } from "./view/turnEnd.js";

/**
 * Prints one session. Finished items stay on the screen; running items are updated at the bottom.
 */
export interface Printer {
  /** Switches to a session and prints its items that were not printed before. */
  showSession(sessionId: string): void;
  /** Switches to a saved session and prints its last lines. */
  showSavedSession(sessionId: string): void;
  /** Prints nothing until a session is shown again. */
  hide(): void;
  /** Prints the changes since the last update. */
  update(): void;
}

/** The number of lines of a saved session that are printed. */
const SAVED_LINES = 20;
/** The time between two updates of the elapsed time, in ms. */
const TICK_MS = 1000;

/** Creates a printer that shows nothing until `showSession` is called. */
export function createPrinter(store: AcpStore, terminal: Terminal): Printer {
  const printedItems = new Map<string, Set<string>>();
  const announcedCalls = new Set<string>();
  const knownFiles = new WeakSet<ChangedFile>();
  /** Empty while no session is shown. */
  let sessionId = "";
  let lastPlan: string | undefined;
  if (terminal.isInteractive) setInterval(update, TICK_MS).unref();

  function update(): void {
    const state = store.getState();
    const session = state.sessions.get(sessionId);
    // Wait for the end of a replay, so that the transcript is printed in one go.
    if (!session || session.replaying || isEndMissing(session)) return;
    const items = formatNewItems(state, session);
    const progress = terminal.isInteractive
      ? []
      : [...formatStartedCalls(session), ...formatChangedPlan()];
    terminal.print(
      [...items, ...progress, ...formatEndedTurns(session)],
      formatLiveLines(state, session),
    );
  }

  /** Returns the keys of the printed items. Turns that ended before that are not printed. */
  function getPrinted({ sessionId: id, turns }: Session): Set<string> {
    const known = printedItems.get(id);
    if (known) return known;
    const ended = [...turns.values()].filter(({ endedAt }) => endedAt !== undefined);
    const printed = new Set(ended.map(({ turnId }) => `turn ${turnId}`));
    printedItems.set(id, printed);
    takeChangedFiles(id);
    return printed;
  }

  function formatNewItems(state: AcpState, session: Session): SafeText[] {
    const printed = getPrinted(session);
    const lines: SafeText[] = [];
    session.timeline.forEach((item, index) => {
      const key = keyOf(item);
      if (printed.has(key)) return;
      const isLast = index === session.timeline.length - 1;
      const itemLines = formatSettledItem(state, session, item, isLast);
      if (!itemLines) return;
      printed.add(key);
      // The prompt of a turn comes after the end of the previous one.
      const turnId = getPromptTurn(session, item.id);
      if (turnId !== undefined) lines.push(...formatEndedTurns(session, turnId));
      lines.push(...itemLines);
    });
    return lines;
  }

  /** Returns the lines of the turns that have ended since the last update. */
  function formatEndedTurns(session: Session, exceptTurnId?: string): SafeText[] {
    const printed = getPrinted(session);
    return [...session.turns.values()].flatMap((turn) => {
      const key = `turn ${turn.turnId}`;
      const isDue = turn.status === "ended" && turn.turnId !== exceptTurnId;
      if (!isDue || printed.has(key)) return [];
      printed.add(key);
      return formatTurnEnd(session, turn, takeChangedFiles(session.sessionId));
    });
  }

  /** Returns the files of a session that have changed since the last call. */
  function takeChangedFiles(id: string): ChangedFile[] {
    const files = selectChangedFiles(store.getState(), id);
    const changed = files.filter((file) => !knownFiles.has(file));
    for (const file of changed) knownFiles.add(file);
    return changed;
  }

  /** Returns a line for each call that has started since the last update, for plain output. */
  function formatStartedCalls({ toolCalls }: Session): SafeText[] {
    const running = [...toolCalls.values()].filter(({ phase }) => phase === "running");
    return running.flatMap((call) => {
      const key = `${sessionId} ${call.toolCallId}`;
      if (announcedCalls.has(key)) return [];
      announcedCalls.add(key);
      return [formatRunningCall(call)];
    });
  }

  function formatChangedPlan(): SafeText[] {
    const line = formatPlanProgress(store.getState(), sessionId);
    if (line === lastPlan || line === undefined) return [];
    lastPlan = line;
    return [dim(line)];
  }

  return {
    update,
    hide: () => void (sessionId = ""),
    showSavedSession(nextSessionId) {
      const state = store.getState();
      const session = state.sessions.get(nextSessionId);
      sessionId = nextSessionId;
      if (session === undefined) return;
      // The agent adds only what is missing when it loads the session.
      for (const item of session.timeline) getPrinted(session).add(keyOf(item));
      const lines = session.timeline.flatMap(
        (item) => formatSettledItem(state, session, item, false) ?? [],
      );
      const hidden = Math.max(0, lines.length - SAVED_LINES);
      terminal.print([
        dim(`Continuing "${session.info.title ?? nextSessionId}".`),
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
