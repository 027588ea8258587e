import { isAcpConnectionError, type AgentConnection } from "@acp-store/client";
import { selectSessions, type AcpStore } from "@acp-store/core";
import { createPrinter } from "./printer.js";
import { answerQuestions } from "./questions.js";
import type { Terminal } from "./terminal.js";
import { text } from "./view/text.js";

/** The user's conversation with the agent. One session is shown at a time. */
export interface Conversation {
  readonly store: AcpStore;
  readonly terminal: Terminal;
  /** The id of the session that is shown. */
  readonly sessionId: string;
  /** Starts a new session and shows it. */
  startSession(): Promise<void>;
  /** Shows the end of a saved session, which the agent is about to open. */
  continueSession(sessionId: string): void;
  /** Shows a session. If it is not open, the agent loads it and replays its transcript. */
  switchSession(sessionId: string): Promise<void>;
  /** Resolves with the open sessions, followed by the other sessions that the agent lists. */
  listSessions(): Promise<KnownSession[]>;
  /** Changes a setting of the session. */
  setConfigOption(configId: string, value: string): Promise<void>;
  /** Sends a prompt, after the running turn if there is one. Resolves when its turn ends. */
  prompt(prompt: string): Promise<void>;
  /** Asks the user the agent's questions until the signal is aborted. */
  answerQuestions(signal: AbortSignal): Promise<void>;
  /** Cancels the running turn. Returns `false` if there is none or it is already cancelling. */
  cancel(): boolean;
}

/** An entry of the session list. */
export interface KnownSession {
  readonly sessionId: string;
  readonly title?: string | null | undefined;
}

/** Creates a conversation. No session is open until `startSession` or `continueSession` is called. */
export function createConversation(
  store: AcpStore,
  agent: AgentConnection,
  terminal: Terminal,
  cwd: string,
): Conversation {
  const printer = createPrinter(store, terminal);
  let sessionId = "";
  let opened: Promise<unknown> = Promise.resolve();
  store.subscribe(printer.update);

  function showSession(nextSessionId: string): void {
    sessionId = nextSessionId;
    printer.showSession(nextSessionId);
  }

  async function onInputEnd(askingSessionId: string | undefined): Promise<void> {
    terminal.print([
      text`The input ended before the agent's question was answered. The turn is cancelled.`,
    ]);
    if (askingSessionId !== undefined) await agent.cancel(askingSessionId);
  }

  return {
    store,
    terminal,
    get sessionId() {
      return sessionId;
    },
    async startSession() {
      showSession((await agent.newSession({ cwd })).sessionId);
    },
    continueSession(savedSessionId) {
      sessionId = savedSessionId;
      printer.showSavedSession(savedSessionId);
      opened = Promise.race([waitUntilOpened(store, savedSessionId), agent.closed]);
    },
    async switchSession(nextSessionId) {
      const session = store.getState().sessions.get(nextSessionId);
      if (!session || session.closed) await agent.loadSession({ sessionId: nextSessionId, cwd });
      showSession(nextSessionId);
    },
    async listSessions() {
      const open = selectSessions(store.getState());
      const { sessions } = await agent.listSessions({ cwd }).catch(emptyListIfUnsupported);
      const titles = new Map(sessions.map((session) => [session.sessionId, session.title]));
      const openSessions = open.map(({ sessionId: id, info }): KnownSession => {
        return { sessionId: id, title: info.title ?? titles.get(id) };
      });
      return [
        ...openSessions,
        ...sessions.filter((listed) => !open.some(({ sessionId: id }) => id === listed.sessionId)),
      ];
    },
    async setConfigOption(configId, value) {
      await agent.setConfigOption(sessionId, configId, value);
    },
    async prompt(prompt) {
      // The replayed transcript is not printed again, but the answer to the prompt is.
      await opened;
      printer.update();
      try {
        const ended = agent.prompt(sessionId, prompt);
        printer.update();
        await ended;
      } finally {
        printer.update();
      }
    },
    answerQuestions: (signal) => answerQuestions({ store, terminal, onInputEnd }, signal),
    cancel() {
      const activity = store.getState().sessions.get(sessionId)?.activity ?? "idle";
      if (activity === "idle" || activity === "cancelling") return false;
      void agent.cancel(sessionId);
      return true;
    },
  };
}

/** Resolves when the agent has opened a restored session, or cannot open it. */
function waitUntilOpened(store: AcpStore, sessionId: string): Promise<void> {
  const getSession = () => store.getState().sessions.get(sessionId);
  const before = getSession()?.detached;
  return new Promise((resolve) => {
    const check = (): void => {
      const session = getSession();
      if (session?.replaying || (session?.restored && session.detached === before)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(check);
    check();
  });
}

/** Returns an empty list for an agent that cannot list its sessions. */
function emptyListIfUnsupported(error: unknown): { sessions: [] } {
  if (isAcpConnectionError(error) && error.reason === "unsupported") return { sessions: [] };
  throw error;
}
