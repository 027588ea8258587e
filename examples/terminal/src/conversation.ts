import { isAcpConnectionError, type AgentConnection } from "@acp-store/client";
import { selectSessions, type AcpStore } from "@acp-store/core";
import { createPrinter } from "./printer.js";
import { answerQuestions } from "./questions.js";
import type { Terminal } from "./terminal.js";
import { turnEndLines } from "./view/turnEnd.js";

/** What the user does with the agent, in one session after the other. */
export interface Conversation {
  readonly store: AcpStore;
  readonly terminal: Terminal;
  /** The session that is shown. */
  readonly sessionId: string;
  /** Begins a session, and shows it. */
  open(): Promise<void>;
  /** Shows a session that is open or was closed; the agent tells what was said in it. */
  load(sessionId: string): Promise<void>;
  /** The sessions that are open, then those the agent knows besides. */
  list(): Promise<KnownSession[]>;
  set(configId: string, value: string): Promise<void>;
  /** Resolves when the turn is over, and all that the agent asked is answered. */
  prompt(text: string): Promise<void>;
  /** Stops what the agent does. `false`: it does nothing, or is stopping already. */
  stop(): boolean;
}

export interface KnownSession {
  readonly sessionId: string;
  readonly title?: string | null | undefined;
}

export function createConversation(
  store: AcpStore,
  agent: AgentConnection,
  terminal: Terminal,
  cwd: string,
): Conversation {
  const printer = createPrinter(store, terminal);
  let sessionId = "";
  store.subscribe(printer.update);

  function show(next: string): void {
    sessionId = next;
    printer.follow(next);
  }

  async function onNobody(asking: string | undefined): Promise<void> {
    terminal.print(["Nobody is there to answer: the agent is stopped."]);
    if (asking !== undefined) await agent.cancel(asking);
  }

  return {
    store,
    terminal,
    get sessionId() {
      return sessionId;
    },
    async open() {
      show((await agent.newSession({ cwd })).sessionId);
    },
    async load(which) {
      const session = store.getState().sessions.get(which);
      if (!session || session.closed) await agent.loadSession({ sessionId: which, cwd });
      show(which);
    },
    async list() {
      const open = selectSessions(store.getState());
      const { sessions } = await agent.listSessions({ cwd }).catch(noneWhereUnsupported);
      const listed = new Map(sessions.map((one) => [one.sessionId, one.title]));
      const known = open.map(({ sessionId: id, info }): KnownSession => {
        return { sessionId: id, title: info.title ?? listed.get(id) };
      });
      return [
        ...known,
        ...sessions.filter((one) => !open.some((it) => it.sessionId === one.sessionId)),
      ];
    },
    set: (configId, value) => agent.setConfigOption(sessionId, configId, value),
    async prompt(text) {
      const over = new AbortController();
      const asking = answerQuestions({ store, terminal, onNobody }, over.signal);
      const asked = sessionId;
      const before = store.getState();
      try {
        const { stopReason } = await agent.prompt(asked, text);
        printer.update();
        terminal.print(turnEndLines(store.getState(), before, asked, stopReason));
      } finally {
        over.abort();
        await asking;
        printer.update();
      }
    },
    stop() {
      const activity = store.getState().sessions.get(sessionId)?.activity ?? "idle";
      if (activity === "idle" || activity === "cancelling") return false;
      void agent.cancel(sessionId);
      return true;
    },
  };
}

/** Not every agent can list its sessions. */
function noneWhereUnsupported(error: unknown): { sessions: [] } {
  if (isAcpConnectionError(error) && error.reason === "unsupported") return { sessions: [] };
  throw error;
}
