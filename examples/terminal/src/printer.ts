import type { AcpStore, Session } from "@acp-store/core";
import type { Terminal } from "./terminal.js";
import { liveLines, planLine } from "./view/live.js";
import { settledLines } from "./view/settled.js";
import { dim } from "./view/text.js";
import { runningLine } from "./view/toolCall.js";

/** Shows one session: what is over stays, what goes on is rewritten below. */
export interface Printer {
  /** Turns to another session, of which all is shown that was not yet. */
  follow(sessionId: string): void;
  /** Shows what has changed. */
  update(): void;
}

export function createPrinter(store: AcpStore, terminal: Terminal): Printer {
  const printed = new Map<string, Set<string>>();
  const announced = new Set<string>();
  let sessionId = "";
  let plan: string | undefined;

  function update(): void {
    const state = store.getState();
    const session = state.sessions.get(sessionId);
    // A transcript that is sent again is shown when it is whole.
    if (!session || session.replaying) return;
    terminal.print(newLines(session));
    if (terminal.isScreen) terminal.live(liveLines(state, session));
    else terminal.print([...begun(session), ...planMoved()]);
  }

  function newLines(session: Session): string[] {
    const done = printed.get(session.sessionId) ?? new Set();
    printed.set(session.sessionId, done);
    const lines: string[] = [];
    session.timeline.forEach((item, at) => {
      const key = `${item.type} ${item.id}`;
      if (done.has(key)) return;
      const isLast = at === session.timeline.length - 1;
      const settled = settledLines(session, item, isLast);
      if (!settled) return;
      done.add(key);
      if (!isTyped(session, item.id)) lines.push(...settled);
    });
    return lines;
  }

  /** Without a screen, that a call runs is said once. */
  function begun({ toolCalls }: Session): string[] {
    const running = [...toolCalls.values()].filter((call) => call.status === "in_progress");
    return running.flatMap((call) => {
      const key = `${sessionId} ${call.toolCallId}`;
      if (announced.has(key)) return [];
      announced.add(key);
      return [runningLine(call)];
    });
  }

  function planMoved(): string[] {
    const line = planLine(store.getState(), sessionId);
    if (line === plan || line === undefined) return [];
    plan = line;
    return [dim(line)];
  }

  /** On a screen, what the user typed stands there already. */
  function isTyped({ messages }: Session, id: string): boolean {
    const message = messages.get(id);
    return terminal.isScreen && message?.role === "user" && message.turnId !== undefined;
  }

  return {
    update,
    follow(next) {
      sessionId = next;
      plan = undefined;
      update();
    },
  };
}
