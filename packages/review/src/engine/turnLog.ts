import type { Snapshot } from "../files.js";
import type { SessionKey, TurnKey } from "../follow/followStore.js";
import type { ReviewStorage } from "./reviewStorage.js";
import type { SavedCheckpoint, SavedTurns } from "./savedState.js";
import type { SnapshotLog } from "./snapshotLog.js";

/** The time that a prompt waits for its checkpoint, in ms. */
const MAX_WAIT_MS = 2000;
/** The number of checkpoints and ended turns that are kept. */
const MAX_TURNS = 100;

/** A snapshot from before a turn. */
interface PendingCheckpoint {
  readonly at: number;
  /** Whether it was begun when the prompt had been sent already. */
  isLate: boolean;
  readonly snapshot: Promise<Snapshot | undefined>;
  /** The snapshot, when it is complete. */
  taken?: Snapshot | undefined;
}

interface TurnLogParts {
  readonly storage: ReviewStorage;
  readonly snapshots: SnapshotLog;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly onChange: (turns: SavedTurns) => void;
}

/** The turns in a folder with their checkpoints. */
export interface TurnLog {
  get(): SavedTurns;
  /** Takes a snapshot before a prompt. Resolves when it is taken and `seen` has resolved, at the latest after 2 s. */
  prepare(session: SessionKey, seen: Promise<void>): Promise<void>;
  /** Begins a turn. If it is the only one, its checkpoint becomes the base of all files. */
  begin(turn: TurnKey): Promise<void>;
  /** Ends a turn. If it was the last one, the base of all files is forgotten. */
  end(turn: Pick<TurnKey, "turnId">, files: SavedTurns["ended"][number]["files"]): Promise<void>;
  /** Removes the snapshots that are no longer needed, if there are any. */
  prune(): Promise<void>;
  /** Says that a file changed, in case a snapshot is being taken. */
  noteChange(path: string): void;
}

export function createTurnLog(parts: TurnLogParts): TurnLog {
  const { storage, snapshots, now, wait, onChange } = parts;
  const pending = new Map<string, PendingCheckpoint>();
  /** The paths that changed while the snapshot of a turn that has begun was taken. */
  const changed = new Set<string>();
  let isBeginning = false;
  let canPrune = false;
  const keyOf = ({ agentId, sessionId }: SessionKey): string =>
    JSON.stringify([agentId, sessionId]);

  async function set(turns: SavedTurns): Promise<void> {
    await storage.save({ type: "turns", turns });
    onChange(turns);
  }

  function take(isLate: boolean): PendingCheckpoint {
    const snapshot = snapshots.take();
    const checkpoint: PendingCheckpoint = { at: now(), isLate, snapshot };
    void snapshot.then((taken) => {
      checkpoint.taken = taken;
    });
    return checkpoint;
  }

  return {
    get: () => storage.get().turns,
    async prepare(session, seen) {
      const checkpoint = take(false);
      pending.set(keyOf(session), checkpoint);
      await Promise.race([Promise.all([checkpoint.snapshot, seen]), wait(MAX_WAIT_MS)]);
      if (checkpoint.taken === undefined) checkpoint.isLate = true;
    },
    async begin(turn) {
      const checkpoint = pending.get(keyOf(turn)) ?? take(true);
      pending.delete(keyOf(turn));
      isBeginning = checkpoint.isLate;
      const snapshot = await checkpoint.snapshot;
      isBeginning = false;
      const uncertain = checkpoint.isLate ? [...changed] : [];
      canPrune ||= storage.get().turns.checkpoints.length >= MAX_TURNS;
      changed.clear();
      const { agentId, sessionId, turnId, messageId } = turn;
      const { turns } = storage.get();
      const isFirst = turns.open.length === 0;
      const saved: SavedCheckpoint | undefined = snapshot && {
        ...{ checkpointId: crypto.randomUUID(), agentId, sessionId, turnId, at: checkpoint.at },
        ...(messageId !== undefined && { messageId }),
        ...(checkpoint.isLate && { late: true }),
        snapshot,
      };
      const { baseline: _old, ...others } = turns;
      const baseline = isFirst ? snapshot && { snapshot, uncertain } : turns.baseline;
      await set({
        ...others,
        ...(baseline && { baseline }),
        open: [...turns.open, { agentId, sessionId, turnId, ...(snapshot && { start: snapshot }) }],
        checkpoints: [...turns.checkpoints, ...(saved ? [saved] : [])].slice(-MAX_TURNS),
      });
    },
    async end({ turnId }, files) {
      const { turns } = storage.get();
      const turn = turns.open.find((each) => each.turnId === turnId);
      if (turn === undefined) return;
      const open = turns.open.filter((each) => each !== turn);
      const { baseline, ...others } = turns;
      const { agentId, sessionId } = turn;
      const ended = [...turns.ended, { turnId, agentId, sessionId, at: now(), files }];
      const isLast = open.length === 0;
      await set({
        ...others,
        ...(baseline && !isLast && { baseline }),
        open,
        ended: ended.filter((each) => each.files.length > 0).slice(-MAX_TURNS),
      });
    },
    async prune() {
      if (!canPrune) return;
      const { open, checkpoints, baseline } = storage.get().turns;
      await snapshots.prune([
        ...checkpoints.map(({ snapshot }) => snapshot),
        ...open.flatMap(({ start }) => start ?? []),
        ...(baseline ? [baseline.snapshot] : []),
      ]);
    },
    noteChange(path) {
      if (isBeginning || [...pending.values()].some(({ isLate }) => isLate)) changed.add(path);
    },
  };
}
