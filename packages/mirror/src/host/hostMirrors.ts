import {
  type AcpPatch,
  type AcpView,
  type CommitRecord,
  type InspectRecord,
  limitLevels,
} from "@acp-store/core";
import {
  getPatchTarget,
  type HostFailure,
  type MirrorHostStats,
  type RefusedAction,
} from "@acp-store/core/replica";
import type { MirrorLink } from "../link.js";
import { openChunkedLink } from "../link.js";
import { randomId } from "../randomId.js";
import { createSignal } from "../signal.js";
import {
  laneOf,
  parseObject,
  ROOT_LANE,
  sessionFieldOf,
  sessionOfLane,
  WIRE_VERSION,
} from "../wire.js";
import { createActionMemory } from "./actionMemory.js";
import type { MirrorRights } from "./actor.js";
import { createActionRunner, type MirrorAgent } from "./actionRunner.js";
import { ACK, HELLO, SUBSCRIBE, UNSUBSCRIBE } from "./messageSchemas.js";
import { createHostedMirror, type HostedMirror } from "./hostedMirror.js";
import { recordFailure, recordRefusal } from "./hostStats.js";
import { isInRootLane, Lane } from "./lane.js";
import { createRedaction, type RedactionOptions } from "./redaction.js";

/** The options of `hostMirrors`. */
export interface HostMirrorsOptions extends RedactionOptions {
  /** Carries out the actions that need the agent: the result of `connectAgent`. */
  readonly agent?: MirrorAgent;
  /** The shortest time between two batches, in ms. Default: 16. */
  readonly batchMs?: number;
  /**
   * The limit of the log of each lane, and of the results that are remembered for each mirror in case
   * that they get lost. Default: 1,000,000. Counted in UTF-16 code units, which are bytes for ASCII
   * text.
   */
  readonly laneBytes?: number;
  /**
   * The limit of unconfirmed changes and results that are sent to a mirror. Default: 262,144. Counted like
   * `laneBytes`.
   */
  readonly windowBytes?: number;
}

/** Sends the state of a store to mirrors, and carries out their actions. */
export interface MirrorHost {
  /** Identifies this owner. Actions that were sent to another one are refused. */
  readonly epoch: string;
  /**
   * Serves a mirror over a link until the link closes. Returns a function that ends it.
   *
   * @example
   * ```ts
   * host.connect(portLink(port), { name: "Panel", may: () => true });
   * ```
   */
  connect(link: MirrorLink, rights?: MirrorRights): () => void;
  /**
   * Ends the connection of the mirror with this id, if it is connected. The mirror connects again if
   * its `connect` function can reach the host.
   *
   * @example
   * ```ts
   * for (const { id, name } of host.stats().mirrors) if (name === "Phone") host.disconnect(id);
   * ```
   */
  disconnect(mirrorId: number): void;
  /** Returns the connected mirrors with their rights and positions, and the refused actions. */
  stats(): MirrorHostStats;
  /**
   * Calls a listener after a mirror has connected or disconnected, and after an action was refused.
   * Simultaneous changes cause one call. Returns a function that removes the listener.
   */
  onChange(listener: () => void): () => void;
  /** Ends the connections of all mirrors, and sends them the reason. The host can be used again. */
  close(): void;
}

const HEARTBEAT_MS = 5_000;
/** A mirror confirms every heartbeat, so one that is silent for this long counts as disconnected. */
const LOST_MIRROR_MS = 60_000;
/** The time for which the lanes of a mirror whose link broke are kept, so that it can continue. */
const RETURN_MS = 30_000;
/** The levels of a message that the host reads. The store reads fewer, and reports the others. */
const MAX_LEVELS = 300;
/** The longest message of a mirror, in UTF-16 code units. Prompts may have images. */
const MAX_ACTION_CHARS = 32 * 1024 * 1024;

/**
 * Shares a store with mirrors in other windows, tabs, processes or devices. The store stays the only
 * one that is written to. Without mirrors it costs nothing, except in the 30 s after a link has broken:
 * changes are still recorded then, so that the mirror can continue without a snapshot.
 *
 * @example
 * ```ts
 * const host = hostMirrors(store, { agent });
 * host.connect(portLink(port), { may: ({ name }) => name === "respondToPermission" });
 * ```
 */
export function hostMirrors(store: AcpView, options: HostMirrorsOptions = {}): MirrorHost {
  const { agent = {}, batchMs = 16, laneBytes = 1_000_000, windowBytes = 262_144 } = options;
  const epoch = randomId();
  const memory = createActionMemory(laneBytes);
  const runAction = createActionRunner(store, agent, epoch, memory, flush);
  const redaction = createRedaction(store, options);
  const root = new Lane(ROOT_LANE, laneBytes);
  /** The lanes by session. The key of the root is `undefined`. */
  const lanes = new Map<string | undefined, Lane>([[undefined, root]]);
  /** The lanes of sessions that were closed since the last flush. */
  const closed = new Set<Lane>();
  const mirrors = new Map<number, HostedMirror>();
  /** Functions that release the lanes of mirrors whose links broke. */
  const pendingReleases = new Set<() => void>();
  const refused: RefusedAction[] = [];
  const failures: HostFailure[] = [];
  const changes = createSignal<void>();
  let lastMirrorId = 0;
  let isChangeQueued = false;
  let stopInspecting: (() => void) | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let isFlushQueued = false;
  let flushedAt = Number.NEGATIVE_INFINITY;

  function inspector(record: InspectRecord): void {
    if (record.type !== "commit" || record.patches.length === 0) return;
    for (const patch of record.patches) route(patch);
    if (!isFlushQueued) scheduleFlush(isUrgent(record));
  }

  function route(patch: AcpPatch): void {
    const target = getPatchTarget(patch.path);
    if (root.isRecording && isInRootLane(target)) root.push(patch, target);
    if (target.sessionId === undefined) return;
    const lane = lanes.get(target.sessionId);
    if (!lane?.isRecording) return;
    lane.push(patch, target);
    if (target.kind === "field" && target.field === "closed") closed.add(lane);
  }

  function scheduleFlush(isNow: boolean): void {
    const waitMs = isNow ? 0 : flushedAt + batchMs - Date.now();
    if (waitMs <= 0) {
      // After the commit, so that all commits of a message are in one batch.
      isFlushQueued = true;
      queueMicrotask(flush);
    } else flushTimer ??= setTimeout(flush, waitMs);
  }

  function flush(): void {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    isFlushQueued = false;
    flushedAt = Date.now();
    for (const lane of lanes.values()) lane.flush(redaction.patches, onFlushError);
    for (const mirror of mirrors.values()) mirror.pump();
    // A closed session rarely changes again, so a mirror that is behind gets a snapshot.
    for (const lane of closed) lane.clearLog();
    closed.clear();
  }

  function onFlushError(error: unknown, lane: Lane): void {
    recordFailure(failures, error, undefined, lane.id);
    queueChange();
  }

  function laneFor(id: string): Lane | undefined {
    const sessionId = sessionOfLane(id);
    if (sessionId === undefined) return id === ROOT_LANE ? root : undefined;
    if (!store.getState().sessions.has(sessionId)) return undefined;
    let lane = lanes.get(sessionId);
    if (lane === undefined) lanes.set(sessionId, (lane = new Lane(laneOf(sessionId), laneBytes)));
    return lane;
  }

  function sendHeartbeats(): void {
    const now = Date.now();
    memory.prune();
    for (const mirror of mirrors.values()) {
      if (now - mirror.lastMessageAt() > LOST_MIRROR_MS) mirror.end("timeout");
      else mirror.sendHeartbeats();
    }
  }

  /** A microtask keeps the errors of listeners away from the link that causes the change. */
  function queueChange(): void {
    if (isChangeQueued) return;
    isChangeQueued = true;
    queueMicrotask(() => {
      isChangeQueued = false;
      changes.emit();
    });
  }

  function connect(link: MirrorLink, rights: MirrorRights = {}): () => void {
    stopInspecting ??= store.inspect(inspector);
    heartbeat ??= setInterval(sendHeartbeats, HEARTBEAT_MS);
    const id = ++lastMirrorId;
    const onFailure = (error: unknown, lane?: string): void => {
      recordFailure(failures, error, id, lane);
      queueChange();
    };
    const channel = openChunkedLink(link, MAX_ACTION_CHARS, onText, (reason, hasThrown) => {
      if (hasThrown) onFailure(reason);
      mirror.end();
    });
    const mirror = createHostedMirror({
      id,
      store,
      channel,
      rights,
      epoch,
      window: windowBytes,
      lane: laneFor,
      redaction,
      onRefused: (action, refusal) => {
        recordRefusal(refused, id, rights.name, action, refusal);
        queueChange();
      },
      onFailure,
      onFlushError,
      onEnd: (followed, mayReturn) => {
        mirrors.delete(id);
        memory.end(mirror.actor);
        if (mayReturn && followed.length > 0) releaseLater(followed);
        else release(followed);
        queueChange();
      },
    });
    mirrors.set(id, mirror);
    queueChange();

    function onText(text: string): void {
      try {
        receive(text);
      } catch (error) {
        onFailure(error);
        mirror.end("failed");
      }
    }

    /** Mirrors are not trusted: every field is checked, and anything unknown is skipped. */
    function receive(text: string): void {
      const sent = parseObject(text);
      if (sent === undefined) return;
      const message = limitLevels(sent, MAX_LEVELS);
      mirror.recordMessage();
      switch (message["type"]) {
        case "hello": {
          const data = HELLO.safeParse(message).data;
          if (data === undefined) return;
          if (data.v !== WIRE_VERSION) return mirror.end("version");
          return mirror.welcome();
        }
        case "subscribe":
          return mirror.subscribe(SUBSCRIBE.safeParse(message).data?.lanes ?? []);
        case "unsubscribe":
          return mirror.unsubscribe(UNSUBSCRIBE.safeParse(message).data?.lanes ?? []);
        case "ack":
          return mirror.acknowledge(ACK.safeParse(message).data?.chars ?? 0);
        case "action":
          return runAction(mirror.actor, message);
        default:
          return undefined;
      }
    }
    return () => mirror.end("closed");
  }

  function releaseLater(followed: readonly Lane[]): void {
    const releaseNow = (): void => {
      clearTimeout(timer);
      pendingReleases.delete(releaseNow);
      release(followed);
    };
    const timer = setTimeout(releaseNow, RETURN_MS);
    pendingReleases.add(releaseNow);
  }

  function release(followed: readonly Lane[]): void {
    for (const lane of followed) lane.unfollow();
    if (mirrors.size === 0 && pendingReleases.size === 0) stopRecording();
  }

  /** Without mirrors, the store is not inspected and no timer runs. */
  function stopRecording(): void {
    stopInspecting?.();
    stopInspecting = undefined;
    clearInterval(heartbeat);
    heartbeat = undefined;
    clearTimeout(flushTimer);
    flushTimer = undefined;
  }

  return {
    epoch,
    connect,
    disconnect: (mirrorId) => mirrors.get(mirrorId)?.end("closed"),
    stats: () => ({
      mirrors: Array.from(mirrors.values(), (mirror) => mirror.stats()),
      lanes: Array.from(lanes.values(), ({ id, seq, logChars }) => ({
        ...sessionFieldOf(id),
        seq,
        logChars,
      })),
      refused: [...refused],
      failures: [...failures],
    }),
    onChange: changes.add,
    close: () => {
      for (const mirror of mirrors.values()) mirror.end("closed");
      for (const releaseNow of pendingReleases) releaseNow();
    },
  };
}

/**
 * Returns whether a commit is sent without a delay: a request for the user, or an action of one.
 */
function isUrgent({ event, frame }: CommitRecord): boolean {
  if (event.type.startsWith("permission_") || event.type.startsWith("elicitation_")) return true;
  return frame === undefined && event.type !== "terminal_output";
}
