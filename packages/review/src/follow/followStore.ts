import {
  type AcpStore,
  isOpenPhase,
  isSessionBusy,
  listReportedEdits,
  type ReportedEdit,
  type Session,
  type ToolCall,
} from "@acp-store/core";
import type { AgentOrigin } from "../model/origin.js";
import type { FolderPaths } from "./folderPaths.js";
import { foldersOf, ownerOf } from "./subagents.js";

/** A session of an agent. */
export interface SessionKey {
  readonly agentId: string;
  readonly sessionId: string;
}

/** A turn of a session. */
export interface TurnKey extends SessionKey {
  readonly turnId: string;
  /** The key of the user's message. */
  readonly messageId?: string;
}

/** The changes of files that a tool call reports. */
export interface CallReport {
  readonly by: AgentOrigin;
  readonly edits: readonly ReportedEdit[];
  /** Whether the call is not over: the change may be yet to come. */
  readonly isOpen: boolean;
}

/** A change of a file in the folder that an agent asks to make. */
export interface ProposedEdit extends ReportedEdit {
  /** The path relative to the folder, with `/`. */
  readonly relativePath: string;
}

/** The events of a followed store. */
export interface StoreListeners {
  onTurnStart(turn: TurnKey): void;
  onTurnEnd(turn: TurnKey): void;
  onReport(report: CallReport): void;
  /** Called when a command has ended, with its origin if it was the only one. */
  onCommandEnd(by: AgentOrigin): void;
}

/** The work of an agent in a folder now. */
export interface AgentWork {
  /** Whether the agent may change files: in a turn, in the background, or after an unconfirmed cancel. */
  readonly isWorking: boolean;
  readonly openTurns: number;
  /** The running commands. */
  readonly commands: readonly AgentOrigin[];
}

export interface FollowedStore {
  /** Returns the work of the agent. It is always up to date. */
  getWork(): AgentWork;
  /** Says that a turn is about to start. All turns before are known. */
  expectTurn(sessionId: string): void;
  /** Returns the origin of a file that the agent writes through the client. */
  originOf(sessionId: string): AgentOrigin;
  /** Returns whether a turn of a session, or of the owner of a subagent, is running. */
  hasOpenTurn(sessionId: string): boolean;
  /** Returns the session that the user prompts. It differs for a subagent. */
  ownerOf(sessionId: string): string;
  /** Returns the changes of files that an open permission request shows. */
  proposedBy(sessionId: string, permissionId: string): readonly ProposedEdit[];
  /** Delivers what the store has not told yet. */
  flush(): void;
  /** Ends the open turns of an agent that is no longer followed. */
  endTurns(): void;
  stop(): void;
}

interface FollowOptions extends StoreListeners {
  readonly store: AcpStore;
  readonly agentId: string;
  readonly paths: FolderPaths;
}

/** Follows the turns, the reported changes and the commands of one agent in a folder. */
export function followStore(options: FollowOptions): FollowedStore {
  const { store, agentId, paths, onTurnStart, onTurnEnd, onReport, onCommandEnd } = options;
  const openTurns = new Map<string, TurnKey>();
  /** The last turn that was seen, by session. */
  const lastTurns = new Map<string, string | undefined>();
  const commands = new Map<string, readonly [sessionId: string, toolCallId: string]>();
  /** The contents of calls that were reported. */
  const reported = new WeakSet<ToolCall["content"]>();

  const isHere = (session: Session | undefined): session is Session =>
    session !== undefined && paths.isAbout(foldersOf(store, session));

  /** Returns the sessions in the folder. Without a connection, none of them works. */
  const sessionsHere = (): Session[] => {
    const { connection, sessions } = store.getState();
    const isConnected = connection === undefined || connection.status === "ready";
    return isConnected ? [...sessions.values()].filter(isHere) : [];
  };

  function checkTurns(sessionId: string): void {
    const session = store.getState().sessions.get(sessionId);
    const isAbout = isHere(session);
    const open = new Set(isAbout ? session.openTurns : []);
    for (const turnId of isAbout ? [...listNewTurns(session), ...open] : []) {
      if (openTurns.has(turnId)) continue;
      const messageId = session?.turns.get(turnId)?.promptId;
      const turn = { agentId, sessionId, turnId, ...(messageId !== undefined && { messageId }) };
      openTurns.set(turnId, turn);
      onTurnStart(turn);
    }
    for (const [turnId, turn] of openTurns)
      if (turn.sessionId === sessionId && !open.has(turnId)) {
        openTurns.delete(turnId);
        // After the reports of calls that ended together with the turn.
        queueMicrotask(() => onTurnEnd(turn));
      }
  }

  /** Lists the turns since the last call. A turn may have ended before the store reported its start. */
  function listNewTurns({ sessionId, turns }: Session): readonly string[] {
    const ids = [...turns.keys()];
    const isKnown = lastTurns.has(sessionId);
    const last = lastTurns.get(sessionId);
    lastTurns.set(sessionId, ids.at(-1));
    // The turns of a session that was saved, or is loaded again, ended before.
    if (!isKnown || (last !== undefined && !turns.has(last))) return [];
    return ids.slice(last === undefined ? 0 : ids.indexOf(last) + 1);
  }

  function originOf(sessionId: string, call?: ToolCall): Omit<AgentOrigin, "evidence"> {
    const session = store.getState().sessions.get(sessionId);
    const turnId =
      (call === undefined ? session?.openTurns[0] : call.turnId) ??
      (session && turnOfSubagent(session));
    return {
      ...{ agentId, sessionId },
      ...(turnId !== undefined && { turnId }),
      ...(call !== undefined && { toolCallId: call.toolCallId }),
    };
  }

  /** Returns the turn that started a subagent. It may have ended by now. */
  function turnOfSubagent(session: Session): string | undefined {
    const owner = ownerOf(store, session);
    if (owner === session) return undefined;
    return owner.openTurns[0] ?? [...owner.turns.keys()].at(-1);
  }

  function checkCall(session: Session, call: ToolCall): void {
    const { sessionId } = session;
    const { cwd } = foldersOf(store, session);
    checkCommand(sessionId, call);
    if (call.content.length === 0 || reported.has(call.content) || call.replayed) return;
    reported.add(call.content);
    const edits = listReportedEdits(call.content).flatMap((edit) => {
      const path = paths.toRelative(edit.path, cwd);
      const oldPath = edit.oldPath && paths.toRelative(edit.oldPath, cwd);
      const moved = oldPath === undefined ? [] : [{ path: oldPath, operation: "delete" }];
      return [...(path === undefined ? [] : [{ ...edit, path }]), ...moved];
    });
    const by: AgentOrigin = { ...originOf(sessionId, call), evidence: "diff" };
    if (edits.length > 0) onReport({ by, edits, isOpen: isOpenPhase(call.phase) });
  }

  function checkCommand(sessionId: string, call: ToolCall): void {
    const { toolCallId } = call;
    const key = JSON.stringify([sessionId, toolCallId]);
    if (call.kind === "execute" && call.phase === "running" && !call.replayed)
      commands.set(key, [sessionId, toolCallId]);
    else if (commands.delete(key))
      onCommandEnd({ ...originOf(sessionId, call), evidence: "command" });
  }

  const stops = [
    store.watch({ type: "field", field: "openTurns" }, ({ sessionIds }) =>
      sessionIds.forEach(checkTurns),
    ),
    store.watch({ type: "table", table: "toolCalls" }, ({ sessionIds, ids }) => {
      for (const sessionId of sessionIds) {
        const session = store.getState().sessions.get(sessionId);
        if (!isHere(session)) continue;
        for (const id of ids) {
          const call = session.toolCalls.get(id);
          if (call !== undefined) checkCall(session, call);
        }
      }
    }),
  ];
  for (const sessionId of store.getState().sessions.keys()) checkTurns(sessionId);

  return {
    getWork() {
      const sessions = sessionsHere();
      return {
        isWorking: sessions.some(isWorking),
        openTurns: sessions.reduce((sum, session) => sum + session.openTurns.length, 0),
        commands: [...commands.values()].flatMap(([sessionId, toolCallId]) => {
          const call = store.getState().sessions.get(sessionId)?.toolCalls.get(toolCallId);
          if (call?.phase !== "running") return [];
          return [{ ...originOf(sessionId, call), evidence: "command" as const }];
        }),
      };
    },
    expectTurn(sessionId) {
      if (!lastTurns.has(sessionId)) checkTurns(sessionId);
    },
    originOf: (sessionId) => ({ ...originOf(sessionId), evidence: "fs" }),
    hasOpenTurn: (sessionId) => {
      const session = store.getState().sessions.get(sessionId);
      return session !== undefined && [session, ownerOf(store, session)].some(hasTurns);
    },
    ownerOf: (sessionId) => {
      const session = store.getState().sessions.get(sessionId);
      return session === undefined ? sessionId : ownerOf(store, session).sessionId;
    },
    proposedBy(sessionId, permissionId) {
      const session = store.getState().sessions.get(sessionId);
      const permission = session?.permissions.get(permissionId);
      if (session === undefined || permission?.status !== "pending") return [];
      const { toolCall, toolCallId = "" } = permission;
      const shown = toolCall?.content ?? [];
      const content = shown.length > 0 ? shown : session.toolCalls.get(toolCallId)?.content;
      return listReportedEdits(content ?? []).flatMap((edit) => {
        const relativePath = paths.toRelative(edit.path, foldersOf(store, session).cwd);
        return relativePath === undefined ? [] : [{ ...edit, relativePath }];
      });
    },
    flush: () => store.flush(),
    endTurns() {
      openTurns.forEach(onTurnEnd);
      openTurns.clear();
    },
    stop: () => stops.forEach((stop) => stop()),
  };
}

function hasTurns({ openTurns }: Session): boolean {
  return openTurns.length > 0;
}

/** Returns whether an agent may change files for a session. */
function isWorking(session: Session): boolean {
  if (isSessionBusy(session) || session.background.length > 0) return true;
  for (const { exitStatus, released, replayed } of session.terminals.values())
    if (exitStatus === undefined && !released && !replayed) return true;
  return [...session.turns.values()].at(-1)?.cancelUnconfirmed ?? false;
}
