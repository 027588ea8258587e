import { isAcpConnectionError } from "@acp-store/client";
import { selectSessions, type AcpStore } from "@acp-store/core";
import type { SteerResult } from "@acp-store/core/actions";
import type { FleetAgent } from "@acp-store/fleet/owner";
import { createPrompt } from "./mentions.js";
import { createPrinter } from "./printer.js";
import { answerQuestions } from "./questions.js";
import { isEndMissing } from "./savedSessions.js";
import type { Terminal } from "./terminal.js";
import { text } from "./view/text.js";

/** The user's conversation with an agent. One session is shown at a time. */
export interface Conversation {
  readonly agentId: string;
  /** The name that the user has given, or that of the agent, or its command line. */
  readonly name: string;
  readonly store: AcpStore;
  readonly terminal: Terminal;
  /** The id of the session that is shown, or empty before the first one. */
  readonly sessionId: string;
  /** Starts the agent unless it runs, and a session unless there is one. */
  open(): Promise<void>;
  /** Starts a new session and shows it. */
  startSession(): Promise<void>;
  /** Continues a saved session, which the agent opens when it has started. */
  continueSession(sessionId: string): void;
  /** Shows a session. If it is not open, the agent loads it and replays its transcript. */
  switchSession(sessionId: string): Promise<void>;
  /** Resolves with the open sessions, followed by the other sessions that the agent lists. */
  listSessions(): Promise<KnownSession[]>;
  /** Changes a setting of the session. */
  setConfigOption(configId: string, value: string): Promise<void>;
  /** Sends a prompt, after the running turn if there is one. Resolves when its turn ends. */
  prompt(prompt: string): Promise<void>;
  /** Sends a message into the running turn. Resolves when the agent has taken it. */
  steer(message: string): Promise<SteerResult>;
  /** Sends the prompt of a turn that failed again. Resolves when its turn ends. */
  retry(turnId: string): Promise<void>;
  /**
   * Prints the conversation and asks the user the agent's questions until the signal is aborted. A
   * question that is not answered then is asked again the next time.
   */
  show(signal: AbortSignal): Promise<void>;
  /** Cancels the running turn. Returns `false` if there is none or it is already cancelling. */
  cancel(): boolean;
}

/** An entry of the session list. */
export interface KnownSession {
  readonly sessionId: string;
  readonly title?: string | null | undefined;
}

/** Creates a conversation, which is hidden. */
export function createConversation(
  { definition, store, connection, start }: FleetAgent,
  terminal: Terminal,
  cwd: string,
): Conversation {
  const printer = createPrinter(store, terminal);
  let sessionId = "";
  let isShown = false;
  /** Whether the end of the session has to be printed, because it was saved by an earlier run. */
  let isUnprinted = false;
  let opened: Promise<void> = Promise.resolve();
  let starting: Promise<void> | undefined;
  store.subscribe(printer.update);
  store.watch({ type: "state", field: "catalog" }, markRead);

  function showSession(nextSessionId: string): void {
    sessionId = nextSessionId;
    if (!isShown) return;
    if (isUnprinted) printer.showSavedSession(sessionId);
    else printer.showSession(sessionId);
    isUnprinted = false;
    markRead();
  }

  function markRead(): void {
    if (isShown && store.getState().catalog.get(sessionId)?.unread)
      store.markSessionRead(sessionId);
  }

  async function startSession(): Promise<void> {
    showSession((await connection.newSession({ cwd })).sessionId);
  }

  async function open(): Promise<void> {
    const { closed } = await start();
    if (sessionId === "") await (starting ??= startSession().finally(() => (starting = undefined)));
    await Promise.race([opened, closed]);
  }

  async function onInputEnd(askingSessionId: string | undefined): Promise<void> {
    terminal.print([
      text`The input ended before the agent's question was answered. The turn is cancelled.`,
    ]);
    if (askingSessionId !== undefined) await connection.cancel(askingSessionId);
  }

  /** Prints what has changed before and after a turn. */
  async function showUntil(ended: Promise<unknown>): Promise<void> {
    try {
      printer.update();
      await ended;
    } finally {
      printer.update();
    }
  }

  return {
    agentId: definition.id,
    get name() {
      const { info } = store.getState().agent;
      if (definition.name === definition.id) return definition.name;
      return info?.title ?? info?.name ?? definition.name;
    },
    store,
    terminal,
    get sessionId() {
      return sessionId;
    },
    open,
    startSession,
    continueSession(savedSessionId) {
      sessionId = savedSessionId;
      isUnprinted = true;
      opened = waitUntilOpened(store, savedSessionId);
    },
    async switchSession(nextSessionId) {
      const session = store.getState().sessions.get(nextSessionId);
      if (!session || session.closed)
        await connection.loadSession({ sessionId: nextSessionId, cwd });
      showSession(nextSessionId);
    },
    async listSessions() {
      const open = selectSessions(store.getState());
      const { sessions } = await connection.listSessions({ cwd }).catch(emptyListIfUnsupported);
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
      await connection.setConfigOption(sessionId, configId, value);
    },
    async prompt(prompt) {
      // The replayed transcript is not printed again, but the answer to the prompt is.
      await open();
      printer.update();
      const blocks = await createPrompt(prompt, cwd, store.getState().agent);
      await showUntil(connection.prompt(sessionId, blocks));
    },
    async steer(message) {
      await open();
      const blocks = await createPrompt(message, cwd, store.getState().agent);
      const steered = connection.steer(sessionId, blocks);
      printer.update();
      return steered;
    },
    async retry(turnId) {
      await open();
      await showUntil(connection.retryTurn(sessionId, turnId));
    },
    async show(signal) {
      isShown = true;
      if (sessionId !== "") showSession(sessionId);
      await answerQuestions({ store, terminal, onInputEnd }, signal);
      isShown = false;
      printer.hide();
    },
    cancel() {
      const activity = store.getState().sessions.get(sessionId)?.activity ?? "idle";
      if (activity === "idle" || activity === "cancelling") return false;
      void connection.cancel(sessionId);
      return true;
    },
  };
}

/** Resolves when a restored session is complete, or its agent cannot open it. */
function waitUntilOpened(store: AcpStore, sessionId: string): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      const session = store.getState().sessions.get(sessionId);
      if (session !== undefined && (session.replaying || isEndMissing(session))) return;
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
