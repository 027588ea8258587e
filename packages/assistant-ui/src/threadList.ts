import {
  type AcpState,
  AcpStoreError,
  type AcpView,
  type CatalogEntry,
  selectSession,
  selectSessionCatalog,
} from "@acp-store/core";
import type { ExternalStoreThreadData, ExternalStoreThreadListAdapter } from "@assistant-ui/react";
import type { AcpRuntimeAgent } from "./acpRuntimeAgent.js";

/** The options of the thread list, which shows the sessions that the agent knows. */
export interface AcpThreadListOptions {
  /**
   * The absolute path of the working directory of new sessions, and of sessions that the agent lists
   * without one.
   */
  readonly cwd: string;
  /** Called with the session that the user has selected or created, once it is open. Show it. */
  readonly onSwitch: (sessionId: string) => void;
}

/** The sessions of the agent as threads. The lists keep their reference until a session changes. */
export interface Threads {
  readonly regular: readonly ExternalStoreThreadData<"regular">[];
  readonly archived: readonly ExternalStoreThreadData<"archived">[];
}

const toRegularThreads = /* @__PURE__ */ createThreadConverter("regular");
const toArchivedThreads = /* @__PURE__ */ createThreadConverter("archived");

/** Returns the {@link Threads} of a state. */
export function selectThreads(state: AcpState): Threads {
  return {
    regular: toRegularThreads(selectSessionCatalog(state)),
    archived: toArchivedThreads(selectSessionCatalog(state, { archived: "only" })),
  };
}

function createThreadConverter<Status extends "archived" | "regular">(
  status: Status,
): (entries: readonly CatalogEntry[]) => readonly ExternalStoreThreadData<Status>[] {
  const known = new WeakMap<readonly CatalogEntry[], readonly ExternalStoreThreadData<Status>[]>();
  return (entries) => {
    const threads =
      known.get(entries) ??
      entries.map(({ sessionId, title, cwd, unread, updatedAt, lastActivityAt }) => ({
        id: sessionId,
        status,
        title,
        custom: { cwd, unread: unread === true, updatedAt, lastActivityAt },
      }));
    known.set(entries, threads);
    return threads;
  };
}

/** Creates the part of the adapter that shows and changes the list of threads. */
export function createThreadListAdapter(
  view: AcpView,
  agent: AcpRuntimeAgent,
  threadId: string | undefined,
  { regular, archived }: Threads,
  options: AcpThreadListOptions | undefined,
): ExternalStoreThreadListAdapter {
  return {
    threadId,
    threads: regular,
    archivedThreads: archived,
    ...(options !== undefined && {
      onSwitchToNewThread: async () => {
        if (agent.newSession === undefined) throw unsupported("newSession");
        const { sessionId } = await agent.newSession({ cwd: options.cwd });
        options.onSwitch(sessionId);
      },
      onSwitchToThread: async (sessionId) => {
        await openSession(view, agent, sessionId, options.cwd);
        options.onSwitch(sessionId);
      },
    }),
    ...(agent.setSessionTitle !== undefined && {
      onRename: async (sessionId, title) => void (await agent.setSessionTitle?.(sessionId, title)),
    }),
    ...(agent.archiveSession !== undefined && {
      onArchive: async (sessionId) => void (await agent.archiveSession?.(sessionId)),
    }),
    ...(agent.unarchiveSession !== undefined && {
      onUnarchive: async (sessionId) => void (await agent.unarchiveSession?.(sessionId)),
    }),
    ...(agent.deleteSession !== undefined && {
      onDelete: async (sessionId) => void (await agent.deleteSession?.(sessionId)),
    }),
  };
}

/** Opens a session at the agent, unless it is open. */
async function openSession(
  view: AcpView,
  agent: AcpRuntimeAgent,
  sessionId: string,
  defaultCwd: string,
): Promise<void> {
  const state = view.getState();
  const session = selectSession(state, sessionId);
  if (session !== undefined && !session.closed && session.detached === undefined) return;
  const cwd = session?.cwd ?? state.catalog.get(sessionId)?.cwd ?? defaultCwd;
  const request = { sessionId, cwd };
  // In version 2, every agent that can resume a session can replay it as well.
  const canLoad = state.protocolVersion === 2 || state.agent.capabilities?.loadSession === true;
  const open = canLoad ? agent.loadSession : (agent.resumeSession ?? agent.loadSession);
  if (open === undefined) throw unsupported("loadSession");
  await open.call(agent, request);
}

function unsupported(action: string): AcpStoreError {
  return new AcpStoreError(
    "unsupported",
    `[acp-store] The agent of useAcpRuntime has no ${action}. Pass the connection of connectAgent, or the actions of a mirror.`,
  );
}
