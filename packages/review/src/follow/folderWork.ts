import type { FileSystemHandlers } from "@acp-store/client";
import type { AcpStore, ContentBlock } from "@acp-store/core";
import { splitLines } from "@acp-store/core/diff";
import type { Attribution } from "../engine/attribution.js";
import type { ReviewEngine } from "../engine/createEngine.js";
import type { Decisions } from "../engine/decisions.js";
import type { Feedback } from "../engine/feedback.js";
import { leftOutFor, type SnapshotLog } from "../engine/snapshotLog.js";
import type { TurnLog } from "../engine/turnLog.js";
import type { Files, Snapshot } from "../files.js";
import { type AgentOrigin, isSameOrigin, type Origin } from "../model/origin.js";
import type { FolderPaths } from "./folderPaths.js";
import { foldersOf } from "./subagents.js";
import {
  type CallReport,
  type FollowedStore,
  followStore,
  type ProposedEdit,
  type SessionKey,
  type TurnKey,
} from "./followStore.js";

type ReadTextFile = NonNullable<FileSystemHandlers["readTextFile"]>;
type ReadTextFileRequest = Parameters<ReadTextFile>[0];
type ReadTextFileResponse = Awaited<ReturnType<ReadTextFile>>;
type WriteTextFile = NonNullable<FileSystemHandlers["writeTextFile"]>;

/** Decodes files for agents, which get the byte order mark, too. */
const fileDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

interface FolderWorkParts {
  readonly engine: ReviewEngine;
  readonly turns: TurnLog;
  readonly snapshots: SnapshotLog;
  readonly attribution: Attribution;
  readonly feedback: Feedback;
  readonly decisions: Pick<Decisions, "rejectQueued">;
  readonly files: Files;
  readonly paths: FolderPaths;
}

/** The options of a connection to an agent whose changes are reviewed. */
export interface ReviewedConnection {
  /** The file handlers, which look at a file before the agent replaces it. */
  readonly fs?: FileSystemHandlers;
  /** Takes a checkpoint, and adds what the agent has to know about rejections. */
  readonly beforePrompt: (
    sessionId: string,
    prompt: readonly ContentBlock[],
  ) => Promise<readonly ContentBlock[]>;
}

/** A permission request of an agent. */
export interface PermissionKey extends SessionKey {
  readonly permissionId: string;
}

/** Follows what agents do in a folder, and tells the engine who wrote what. */
export interface FolderWork {
  add(store: AcpStore, agentId?: string, handlers?: FileSystemHandlers): ReviewedConnection;
  remove(agentId: string): void;
  /** Returns who writes files without a report now. */
  unreportedBy(): Origin;
  isWorking(): boolean;
  isBusy(session: SessionKey): boolean;
  /** Returns the session that the user prompts. It differs for a subagent. */
  ownerOf(session: SessionKey): SessionKey;
  /** Returns the changes of files that an open permission request shows. */
  proposedBy(request: PermissionKey): readonly ProposedEdit[];
  /** Looks at what has changed since the last time, and ends turns that were interrupted. */
  resume(): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createFolderWork(parts: FolderWorkParts): FolderWork {
  const { engine, turns, snapshots, attribution, feedback, decisions, files, paths } = parts;
  const { inOrder } = engine;
  const agents = new Map<string, FollowedStore>();
  /** The command that has just ended. The watcher may report its changes a moment later. */
  let lastCommand: AgentOrigin | undefined;
  /** The last snapshot of the folder in the open turns. */
  let lastSeen: Snapshot | undefined;
  /** The turns whose start or last changes are yet to be seen. A short one ends before its start was. */
  const unseenTurns = new Set<string>();

  /** The error of a task that nobody waited for. */
  let failure: { readonly error: unknown } | undefined;

  function noteFailure(error: unknown): void {
    failure = { error };
  }

  /** Runs a task for which nobody waits. `flush` rejects with its error. */
  function runLater(task: () => Promise<void>): void {
    inOrder(task).catch(noteFailure);
  }

  /** A turn that has ended counts until its last changes were seen. */
  function isWorking(): boolean {
    return (
      turns.get().open.length + unseenTurns.size > 0 ||
      [...agents.values()].some((agent) => agent.getWork().isWorking)
    );
  }

  function unreportedBy(): Origin {
    if (!isWorking()) return "user";
    const works = Array.from(agents.values(), (agent) => agent.getWork());
    const open = Math.max(turns.get().open.length, unseenTurns.size);
    if (open > 1 || works.reduce((sum, work) => sum + work.openTurns, 0) > 1) return "unknown";
    const [command = lastCommand, ...others] = works.flatMap((work) => work.commands);
    return command === undefined || others.length > 0 ? "unknown" : command;
  }

  /** Looks at all files that changed since the start of the open turns, and at those under review. */
  async function scan(by: Origin): Promise<void> {
    const { open, baseline } = turns.get();
    const found = new Set([...engine.paths(), ...attribution.reportedPaths()]);
    if (open.length > 0) {
      const now = await snapshots.take();
      for (const path of await snapshots.compare(lastSeen ?? baseline?.snapshot, now))
        found.add(path);
      lastSeen = now ?? lastSeen;
      if (now !== undefined) for (const path of await forgetIgnored(now)) found.delete(path);
    }
    await engine.look([...found], by);
  }

  /**
   * Forgets new files that nobody reported and that are ignored. Tools create a file first and then the `.gitignore`
   * beside it, such as pytest in its cache.
   */
  async function forgetIgnored(snapshot: Snapshot): Promise<readonly string[]> {
    const reported = new Set(attribution.reportedPaths());
    const leftOut = new Map<string, string[]>();
    for (const path of engine.paths()) {
      const reason = reported.has(path) ? undefined : leftOutFor(snapshot, path);
      if (reason === undefined) continue;
      const found = leftOut.get(reason);
      if (found === undefined) leftOut.set(reason, [path]);
      else found.push(path);
    }
    const ignored: string[] = [];
    for (const [reason, found] of leftOut)
      if (!(await isRepository(reason))) for (const path of found) ignored.push(path);
    const forgotten = await engine.forgetNew(ignored);
    attribution.forgetFiles(forgotten);
    return forgotten;
  }

  /** Returns whether a path is a nested repository. The agent has made it of files that were shown, so they stay. */
  async function isRepository(path: string): Promise<boolean> {
    if (!path.endsWith("/")) return false;
    return (await files.read(`${path}.git/HEAD`).catch(() => null)) !== null;
  }

  async function beginTurn(turn: TurnKey): Promise<void> {
    if (turns.get().open.length === 0) {
      attribution.clear();
      lastSeen = undefined;
    }
    await feedback.told(turn);
    await turns.begin(turn);
  }

  async function endTurn(turn: Pick<TurnKey, "turnId">, wasInterrupted: boolean): Promise<void> {
    await scan(unreportedBy());
    const open = turns.get().open.find(({ turnId }) => turnId === turn.turnId);
    if (open === undefined) return;
    const differing = await snapshots.compare(open.start, lastSeen);
    await turns.end(turn, await attribution.takeFiles(open, differing, wasInterrupted));
    if (turns.get().open.length === 0) {
      lastSeen = undefined;
      await engine.forgetDecided();
    }
    await decisions.rejectQueued();
  }

  async function takeReport({ by, edits, isOpen }: CallReport): Promise<void> {
    for (const edit of edits) await attribution.note(edit.path, edit, { by, isOpen });
    await engine.look([...new Set(edits.map(({ path }) => path))], unreportedBy());
  }

  function endCommand(by: AgentOrigin): void {
    if (unreportedBy() !== "unknown") return;
    lastCommand = by;
    void nextEvents().then(() =>
      runLater(async () => {
        if (stopWatching === undefined) await scan(unreportedBy());
        if (lastCommand === by) lastCommand = undefined;
      }),
    );
  }

  /** The changes for which the newest task is going to look. */
  let toLookAt:
    | { readonly by: Origin | "idle"; readonly paths: Set<string>; readonly task: number }
    | undefined;

  /**
   * Looks at changes. If the newest task is about to look for the same author, it looks at these as well. `idle`: no
   * agent was working.
   */
  function lookLater(paths: readonly string[], by: Origin | "idle"): void {
    if (toLookAt?.task === engine.countTasks() && isSameAuthor(toLookAt.by, by)) {
      for (const path of paths) toLookAt.paths.add(path);
      return;
    }
    const found = new Set(paths);
    const next = { by, paths: found, task: engine.countTasks() + 1 };
    toLookAt = next;
    runLater(() => {
      if (toLookAt === next) toLookAt = undefined;
      const now = unreportedBy();
      // The end of the last turn has seen everything from before. A turn that has begun may have changed more.
      return engine.look([...found], now === "user" || by === "idle" ? now : by);
    });
  }

  function lookAtChanges(changed: readonly string[], author?: "user"): void {
    // A turn may have ended before the store reported its start.
    for (const agent of agents.values()) agent.flush();
    const unreported = unreportedBy();
    for (const path of changed) turns.noteChange(path);
    const isReviewed = (path: string): boolean => engine.get(path) !== undefined;
    const found = unreported === "user" ? changed.filter(isReviewed) : changed;
    // A folder that is gone stands for everything that was in it.
    const inside = engine
      .paths()
      .filter((path) => changed.some((each) => path.startsWith(`${each}/`)));
    if (found.length + inside.length === 0) return;
    const by = author ?? (unreported === "user" ? "idle" : unreported);
    lookLater([...found, ...inside], by);
  }

  function remove(agentId: string): void {
    const agent = agents.get(agentId);
    agent?.flush();
    agents.delete(agentId);
    agent?.stop();
    agent?.endTurns();
  }

  function add(store: AcpStore, agentId = "", handlers?: FileSystemHandlers): ReviewedConnection {
    remove(agentId);
    const agent = followStore({
      ...{ store, agentId, paths },
      onTurnStart(turn) {
        unseenTurns.add(turn.turnId);
        runLater(() => beginTurn(turn));
      },
      onTurnEnd: (turn) =>
        runLater(() => endTurn(turn, false).finally(() => unseenTurns.delete(turn.turnId))),
      onReport(report) {
        for (const { path } of report.edits) turns.noteChange(path);
        runLater(() => takeReport(report));
      },
      onCommandEnd: endCommand,
    });
    agents.set(agentId, agent);
    const isHere = (sessionId: string): boolean => {
      const session = store.getState().sessions.get(sessionId);
      return session !== undefined && paths.isAbout(foldersOf(store, session));
    };
    return {
      ...(handlers && { fs: createHandlers(store, agent, handlers) }),
      async beforePrompt(sessionId, prompt) {
        if (!isHere(sessionId)) return prompt;
        const session = { agentId, sessionId };
        agent.expectTurn(sessionId);
        // The edits of the user until now are not those of the turn.
        const look = inOrder(() => engine.look(engine.paths(), unreportedBy()));
        await turns.prepare(session, look.catch(noteFailure));
        const text = feedback.offer(session);
        return text === undefined ? prompt : [...prompt, { type: "text", text }];
      },
    };
  }

  function createHandlers(
    store: AcpStore,
    agent: FollowedStore,
    { readTextFile, writeTextFile }: FileSystemHandlers,
  ): FileSystemHandlers {
    async function write(request: Parameters<WriteTextFile>[0]): Promise<void> {
      const { sessionId, content } = request;
      const session = store.getState().sessions.get(sessionId);
      const folders = session && foldersOf(store, session);
      const path = folders && paths.toRelative(request.path, folders.cwd);
      if (folders === undefined || path === undefined) return writeTextFile?.(request);
      const by = agent.originOf(sessionId);
      // The agent may be allowed to write in a part of the folder only.
      if (!paths.isWithin(folders)) {
        await engine.look([path], unreportedBy());
        await writeTextFile?.(request);
        return engine.look([path], by);
      }
      const result = await engine.write(path, content, by);
      if (result === "changed")
        throw new Error(
          `"${request.path}" was changed by another program at each attempt to write it`,
        );
      if (result !== "failed") return;
      if (files.isUnsaved?.(path))
        throw new Error(
          `"${request.path}" has unsaved changes in an editor, so it was not written`,
        );
      // The handler has the reason.
      await writeTextFile?.(request);
    }
    async function read(request: ReadTextFileRequest): Promise<ReadTextFileResponse | undefined> {
      const session = store.getState().sessions.get(request.sessionId);
      if (session === undefined || session.closed || !paths.isWithin(session)) return undefined;
      const path = paths.toRelative(request.path, session.cwd);
      if (path === undefined || !files.isUnsaved?.(path)) return undefined;
      const content = await files.read(path);
      if (content === null || content.mode === "link") return undefined;
      return { content: selectLines(fileDecoder.decode(content.bytes), request) };
    }
    return {
      ...(readTextFile && {
        readTextFile: async (request) => (await read(request)) ?? readTextFile(request),
      }),
      ...(writeTextFile && { writeTextFile: (request) => inOrder(() => write(request)) }),
    };
  }

  let isClosed = false;
  let stopWatching: (() => void) | undefined;
  try {
    stopWatching = files.watch?.(lookAtChanges);
  } catch {
    // The system cannot watch that many folders. Changes are found at the ends of commands and turns.
  }

  async function settle(): Promise<void> {
    for (const agent of agents.values()) agent.flush();
    await Promise.resolve();
    await inOrder(() => scan(unreportedBy()));
    const failed = failure;
    failure = undefined;
    if (failed !== undefined) throw failed.error;
  }

  return {
    ...{ add, remove },
    unreportedBy,
    isWorking,
    isBusy: ({ agentId, sessionId }) =>
      turns.get().open.some((turn) => turn.agentId === agentId && turn.sessionId === sessionId) ||
      (agents.get(agentId)?.hasOpenTurn(sessionId) ?? false),
    ownerOf: ({ agentId, sessionId }) => ({
      agentId,
      sessionId: agents.get(agentId)?.ownerOf(sessionId) ?? sessionId,
    }),
    proposedBy: ({ agentId, sessionId, permissionId }) =>
      agents.get(agentId)?.proposedBy(sessionId, permissionId) ?? [],
    resume: () =>
      inOrder(async () => {
        const interrupted = turns.get().open;
        await scan(unreportedBy());
        for (const turn of interrupted) await endTurn(turn, true);
      }),
    flush: settle,
    async close() {
      if (isClosed) return;
      isClosed = true;
      stopWatching?.();
      await settle();
      await turns.prune();
      for (const agent of agents.values()) agent.stop();
      agents.clear();
    },
  };
}

function isSameAuthor(a: Origin | "idle", b: Origin | "idle"): boolean {
  return a === "idle" || b === "idle" ? a === b : isSameOrigin(a, b);
}

/** Returns the requested lines of a text. The last one has no line break if there is a limit. */
function selectLines(text: string, { line, limit }: ReadTextFileRequest): string {
  const first = Math.max((line ?? 1) - 1, 0);
  if (limit == null) return splitLines(text).slice(first).join("");
  const lines = splitLines(text).slice(first, first + limit);
  return lines.length < limit ? lines.join("") : lines.join("").replace(/\n$/, "");
}

/** Resolves when the events that the system has already reported were delivered. */
async function nextEvents(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve));
}
