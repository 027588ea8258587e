import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { type AcpStore, isSessionUnopened, type Session } from "@acp-store/core";
import {
  type AcpStorage,
  persistSessions,
  readSession,
  savedSessions,
  type SavingStatus,
} from "@acp-store/persist";
import { fileStorage } from "@acp-store/persist/node";
import type { AgentCommand } from "./workspace.js";

/** The sessions that are saved for an agent in a folder. */
export interface SavedSessions {
  /** Calls a listener with each new reason why something could not be saved. */
  onProblem(listener: (message: string) => void): void;
  /**
   * Restores the session that was changed last. Resolves with its id, or with `undefined` if no
   * session with content is saved.
   */
  restoreLast(): Promise<string | undefined>;
  /** Saves everything, removes the sessions that have no content, and stops saving. */
  stop(): Promise<void>;
}

const PROBLEMS: Readonly<Record<SavingStatus, string | undefined>> = {
  ok: undefined,
  full: "Could not save the session: the disk is full.",
  failing: "Could not save the session.",
  superseded: "Not saved: this session is open in another terminal, which saves it now.",
  unknown_version: "Not saved: a newer version of this program has saved this session.",
};

/** Saves the sessions of a store in the user's state folder from now on. */
export function createSavedSessions(
  store: AcpStore,
  agent: AgentCommand,
  cwd: string,
): SavedSessions {
  const storage = fileStorage(getStateFolder(agent, cwd));
  const persistence = persistSessions(store, storage);
  return {
    onProblem(listener) {
      let reported: string | undefined;
      persistence.onStatus(() => {
        const problem = PROBLEMS[persistence.status];
        if (problem !== undefined && problem !== reported) listener(problem);
        reported = problem;
      });
    },
    restoreLast: () => restoreLastSession(store, storage),
    async stop() {
      for (const { sessionId, timeline } of store.getState().sessions.values())
        if (timeline.length === 0) await persistence.remove(sessionId).catch(() => {});
      await persistence.stop();
    },
  };
}

async function restoreLastSession(
  store: AcpStore,
  storage: AcpStorage,
): Promise<string | undefined> {
  for (const { sessionId, status, parentSessionId } of await savedSessions(storage)) {
    if (parentSessionId !== undefined || status === "corrupt" || status === "unknown_version")
      continue;
    const state = (await readSession(storage, sessionId))?.state;
    if (!state?.sessions.get(sessionId)?.timeline.length) continue;
    store.restoreSession(state);
    return sessionId;
  }
  return undefined;
}

/**
 * Returns whether a session was saved during a turn and its agent has not opened it yet. The agent opens it
 * when it starts, because the end of the turn is missing.
 */
export function isEndMissing(session: Session): boolean {
  return isSessionUnopened(session) && [...session.turns.values()].at(-1)?.status === "interrupted";
}

/** Returns the folder for the sessions of an agent in a folder. Other agents may use the same ids. */
function getStateFolder({ id, name, command, args }: AgentCommand, cwd: string): string {
  // Two agents with the same command have different names.
  const parts = [command, args, cwd, ...(id === name ? [name] : [])];
  const key = createHash("sha256").update(JSON.stringify(parts));
  return join(getStateHome(), "acp-store-terminal", key.digest("hex").slice(0, 32));
}

/** Returns the folder in which programs keep the state of the user, by the rules of the platform. */
function getStateHome(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  // The specification ignores relative paths: https://specifications.freedesktop.org/basedir-spec/
  if (XDG_STATE_HOME !== undefined && isAbsolute(XDG_STATE_HOME)) return XDG_STATE_HOME;
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support");
  if (process.platform === "win32") return LOCALAPPDATA ?? join(homedir(), "AppData", "Local");
  return join(homedir(), ".local", "state");
}
