import type { Committer } from "../commit/createCommitter.js";
import { AcpSessionError } from "../errors.js";
import type { AcpEventBody } from "../events/event.js";
import { presentFields } from "../json.js";
import { toSavedSession } from "../state/savedSession.js";
import { parseOpenedSession } from "../wire/openedSession.js";
import type { Replays } from "../merge/createReplays.js";
import type { RejectFromAgent } from "./namedSessions.js";
import type { AcpStore } from "./types.js";

/** The methods of the store that open, replay and close sessions. */
export type SessionLifecycle = Pick<
  AcpStore,
  | "closeSession"
  | "detachSession"
  | "markSessionRead"
  | "openSession"
  | "replay"
  | "reportFileWrite"
  | "reportTerminal"
  | "restoreSession"
>;

/** Creates the {@link SessionLifecycle} of a store. */
export function createSessionLifecycle(
  committer: Committer,
  replays: Replays,
  rejectFromAgent: RejectFromAgent,
): SessionLifecycle {
  const { tree, commit, commitAction, report } = committer;

  /** Commits an event that may begin or end a replay. */
  function commitPrepared(event: AcpEventBody): void {
    commit(replays.prepare(event));
  }

  const openSession: AcpStore["openSession"] = (setup) => {
    const { event, diagnostics } = parseOpenedSession(
      tree.root.protocolVersion,
      committer.limited(setup),
    );
    report(diagnostics);
    commitPrepared(event);
  };

  const restoreSession: AcpStore["restoreSession"] = ({ sessions, catalog, elicitations }) => {
    const restored = [...sessions.values()].filter(({ closed }) => !closed);
    for (const { sessionId } of restored)
      if (isOpenSession(committer, sessionId)) throw alreadyOpen(sessionId);
    const entries = [...catalog.values()].filter(({ sessionId }) => !sessions.has(sessionId));
    if (entries.length > 0) commit({ type: "catalog_restored", entries });
    const requests = [...elicitations.values()];
    for (const session of restored) {
      const { sessionId } = session;
      commit({
        type: "session_restored",
        sessionId,
        session: toSavedSession(session),
        ...presentFields({ entry: catalog.get(sessionId) }),
        elicitations: requests.filter((elicitation) => elicitation.sessionId === sessionId),
      });
    }
  };

  const replay: AcpStore["replay"] = async (sessionId, run) => {
    const wasOpen = isOpenSession(committer, sessionId);
    commitPrepared({ type: "replay_started", sessionId });
    try {
      const result = await run();
      commitPrepared({ type: "replay_ended", sessionId });
      return result;
    } catch (error) {
      if (wasOpen) commitPrepared({ type: "replay_ended", sessionId, failed: true });
      else commitPrepared({ type: "session_closed", sessionId });
      throw error;
    }
  };

  const reportTerminal: AcpStore["reportTerminal"] = (
    sessionId,
    terminalId,
    { output, exitStatus },
  ) => {
    // The terminal of a session that only the agent has named.
    if (rejectFromAgent(sessionId, []) !== undefined) return;
    const terminal = { sessionId, terminalId };
    if (output !== undefined)
      commit({ type: "terminal_output", ...terminal, data: { text: output }, live: true });
    if (exitStatus !== undefined) commit({ type: "terminal", ...terminal, patch: { exitStatus } });
  };

  return {
    openSession,
    closeSession: (sessionId) => {
      commitAction(replays.prepare({ type: "session_closed", sessionId }));
    },
    detachSession: (sessionId, reason) =>
      commitAction({ type: "session_detached", sessionId, reason }),
    markSessionRead: (sessionId) => commitAction({ type: "session_read", sessionId }),
    replay,
    reportFileWrite: (sessionId, file) =>
      commitAction({ type: "file_written", sessionId, ...file }),
    reportTerminal,
    restoreSession,
  };
}

function alreadyOpen(sessionId: string): AcpSessionError {
  return new AcpSessionError(
    "already_open",
    sessionId,
    `The store has a session "${sessionId}" already. Restore a session before it is opened, or call closeSession first.`,
  );
}

/** Returns whether the store has the session and the user has not closed it. */
export function isOpenSession(committer: Committer, sessionId: string | undefined): boolean {
  const session = committer.tree.find(sessionId);
  return session !== undefined && session.fields.closed === undefined;
}
