import type { AcpView, Scheduler, SchedulerName } from "@acp-store/core";
import {
  type ActionArgs,
  type ActionName,
  type ActionResults,
  ACTIONS,
  isActionName,
  STEER_OUTCOMES,
  type SteerResult,
  type StoreActionName,
} from "@acp-store/core/actions";
import { createReplica, type MirrorStats } from "@acp-store/core/replica";
import { AcpMirrorError, isAcpMirrorError } from "../errors.js";
import type { MirrorLink } from "../link.js";
import { randomId } from "../randomId.js";
import { createSignal } from "../signal.js";
import { createFollowedLanes } from "./followedLanes.js";
import { createOwnerLink } from "./ownerLink.js";
import { isRecord } from "../wire.js";
import { createRunningActions } from "./runningActions.js";

/**
 * The state of a mirror.
 *
 * - `connecting`: the first state has not arrived yet
 * - `waiting`: no owner has answered for 5 s; the mirror shows the last state, if any, and tries again
 * - `live`: the mirror shows the current state of the owner
 * - `stale`: the connection broke, or the owner cannot send a part of its state, for which
 *   `stats().lanes` has the reason. The mirror shows the last state and tries again
 * - `refused`: the owner has another major version of this package
 * - `closed`: `close` was called
 */
export type MirrorStatus = "closed" | "connecting" | "live" | "refused" | "stale" | "waiting";

/** The options of `createMirror`. */
export interface MirrorOptions {
  /**
   * The sessions to mirror completely: a list of ids, or `"all"`. The mirror has only the
   * fields and the permission requests of all others. Default: `"all"`.
   */
  readonly sessions?: "all" | readonly string[];
  /** Decides when listeners run, as in `createAcpStore`. */
  readonly scheduler?: SchedulerName | Scheduler;
}

/**
 * The actions of a mirror. Each resolves when the owner has carried it out, and rejects with an
 * {@link AcpMirrorError} that says why not. `prompt` resolves with the result of `agent.prompt`.
 */
export type MirrorActions = {
  readonly [Name in ActionName]: (
    ...args: ActionArgs[Name]
  ) => Promise<Name extends keyof ActionResults ? ActionResults[Name] : unknown>;
};

/** A copy of another window's store. Hooks and selectors take it like the store itself. */
export interface Mirror extends AcpView {
  /** The state of the mirror. */
  readonly status: MirrorStatus;
  /** Calls a listener when the status changes. Returns a function that removes it. */
  onStatus(listener: (status: MirrorStatus) => void): () => void;
  /**
   * Mirrors a session completely. Resolves when it is complete.
   *
   * @throws AcpMirrorError `unknown` if the owner has no such session or hides it, `failed` if the
   *   owner cannot send it, `offline` if the mirror is closed or leaves the session first.
   *
   * @example
   * ```ts
   * await mirror.open("s1");
   * selectTimeline(mirror.getState(), "s1");
   * ```
   */
  open(sessionId: string): Promise<void>;
  /** Keeps only the fields and the permission requests of a session. */
  leave(sessionId: string): void;
  /** Returns whether the mirror has the whole content of a session. */
  isComplete(sessionId: string): boolean;
  /** The actions of the user. They return promises, unlike the methods of `AcpView`. */
  readonly actions: MirrorActions;
  /** The ids of the permission requests and elicitations that are being answered by this mirror. */
  readonly answering: ReadonlySet<string>;
  /** Calls a listener when `answering` is replaced. Returns a function that removes it. */
  onAnswering(listener: (answering: ReadonlySet<string>) => void): () => void;
  /**
   * Calls a listener when the owner has refused an action of a method without a promise, such as
   * `respondToPermission`. Returns a function that removes it.
   */
  onRefused(listener: (error: AcpMirrorError) => void): () => void;
  /** Returns the connection to the owner, the position in each lane, and the running actions. */
  stats(): MirrorStats;
  /** Closes the connection permanently. The state stays readable. */
  close(): void;
}

/** After this time without an owner, in ms, the user should know. */
const WAITING_MS = 5_000;

interface Opening {
  readonly resolve: () => void;
  readonly reject: (error: AcpMirrorError) => void;
}

/**
 * Creates a mirror of a store that lives in another window, process or device. `connect` makes a
 * link to its host, and is called again whenever the link has broken.
 *
 * @example
 * ```ts
 * const mirror = createMirror(() => portLink(port));
 * mirror.onStatus((status) => console.log(status));
 * mirror.respondToPermission(permissionId, "allow");
 * ```
 */
export function createMirror(
  connect: () => MirrorLink | Promise<MirrorLink>,
  { sessions = "all", scheduler }: MirrorOptions = {},
): Mirror {
  /** The time of the owner's clock minus that of this window, in ms. */
  let clockDifference = 0;
  const { applyPatches, ...reading } = createReplica({
    now: () => Date.now() + clockDifference,
    ...(scheduler !== undefined && { scheduler }),
  });
  const wanted = new Set(sessions === "all" ? [] : sessions);
  const unwanted = new Set<string>();
  const openings = new Map<string, Opening[]>();
  const statusChanges = createSignal<MirrorStatus>();
  const answeringChanges = createSignal<ReadonlySet<string>>();
  const refusals = createSignal<AcpMirrorError>();
  let status: MirrorStatus = "connecting";
  /** The time since which there is no connection to an owner, while there is none. */
  let unansweredSince = Date.now();
  let answering: ReadonlySet<string> = new Set();
  let queued = 0;
  const queueId = randomId();

  const lanes = createFollowedLanes({
    replica: { ...reading, applyPatches },
    wants: (id) => wanted.has(id) || (sessions === "all" && !unwanted.has(id)),
    subscribe: (list) => owner.send({ type: "subscribe", lanes: list }),
    unsubscribe: (list) => owner.send({ type: "unsubscribe", lanes: list }),
    onProgress,
  });
  const actionsInFlight = createRunningActions(
    () => owner.epoch(),
    (message) => owner.send(message),
  );
  const owner = createOwnerLink({
    connect,
    onWelcome: (epoch, now) => {
      clockDifference = now - Date.now();
      lanes.begin(epoch);
      actionsInFlight.begin(epoch);
    },
    onMessage: (message) => {
      if (message.type === "result") actionsInFlight.receive(message);
      else lanes.receive(message);
    },
    onLost: (heardAt) => {
      lanes.end();
      actionsInFlight.end(heardAt);
      unansweredSince = Date.now();
      if (status === "live") setStatus("stale");
    },
    onRefused: () => finish("refused"),
    onTick: () => {
      if (owner.epoch() === undefined && Date.now() - unansweredSince >= WAITING_MS)
        setStatus("waiting");
      lanes.retry();
      actionsInFlight.retry();
    },
  });

  function setStatus(next: MirrorStatus): void {
    if (status === next) return;
    status = next;
    statusChanges.emit(next);
  }

  function onProgress(): void {
    for (const [id, waiting] of openings) {
      const failure = lanes.failureOf(id);
      if (failure !== undefined)
        for (const { reject } of waiting) reject(new AcpMirrorError("failed", failure, "open"));
      else if (lanes.isComplete(id)) for (const { resolve } of waiting) resolve();
      else if (lanes.isRootCurrent() && !reading.getState().sessions.has(id))
        for (const { reject } of waiting) reject(unknownSession(id));
      else continue;
      openings.delete(id);
    }
    if (lanes.haveFailed()) setStatus("stale");
    else if (lanes.areCurrent()) setStatus("live");
  }

  function open(sessionId: string): Promise<void> {
    wanted.add(sessionId);
    unwanted.delete(sessionId);
    return new Promise((resolve, reject) => {
      openings.set(sessionId, [...(openings.get(sessionId) ?? []), { resolve, reject }]);
      if (status === "closed" || status === "refused") return rejectOpenings(sessionId);
      lanes.follow(sessionId);
      onProgress();
    });
  }

  function leave(sessionId: string): void {
    wanted.delete(sessionId);
    unwanted.add(sessionId);
    rejectOpenings(sessionId);
    lanes.unfollow(sessionId);
  }

  function rejectOpenings(sessionId: string): void {
    const error = new AcpMirrorError(
      "offline",
      `The session "${sessionId}" was left, or the mirror was closed, before the session was complete.`,
      "open",
    );
    for (const { reject } of openings.get(sessionId) ?? []) reject(error);
    openings.delete(sessionId);
  }

  function finish(last: "closed" | "refused"): void {
    owner.close();
    lanes.end();
    actionsInFlight.close();
    setStatus(last);
    for (const id of [...openings.keys()]) rejectOpenings(id);
  }

  function run(name: ActionName, args: readonly unknown[]): Promise<unknown> {
    const sent = actionsInFlight.run(name, args);
    const { about } = ACTIONS[name];
    return about === "permission" || about === "elicitation" ? answer(String(args[0]), sent) : sent;
  }

  async function answer(id: string, sent: Promise<unknown>): Promise<unknown> {
    setAnswering([...answering, id]);
    try {
      return await sent;
    } finally {
      setAnswering([...answering].filter((other) => other !== id));
    }
  }

  function setAnswering(ids: readonly string[]): void {
    answering = new Set(ids);
    answeringChanges.emit(answering);
  }

  /** Reports the refusal of an action whose caller has no promise. */
  function inBackground(sent: Promise<unknown>): void {
    sent.catch((error: unknown) => {
      if (!isAcpMirrorError(error)) throw error;
      refusals.emit(error);
    });
  }

  const actions: MirrorActions = {
    ...mapActions<MirrorActions>(() => true, run),
    newSession: async (...args) => readSessionId("newSession", await run("newSession", args)),
    forkSession: async (...args) => readSessionId("forkSession", await run("forkSession", args)),
    rewindSession: async (...args) =>
      readSessionId("rewindSession", await run("rewindSession", args)),
    steer: async (...args) => readSteering(await run("steer", args)),
    listSessions: async (...args) => readNextCursor(await run("listSessions", args)),
  };

  return {
    ...reading,
    get status() {
      return status;
    },
    onStatus: statusChanges.add,
    open,
    leave,
    isComplete: lanes.isComplete,
    actions,
    get answering() {
      return answering;
    },
    onAnswering: answeringChanges.add,
    onRefused: refusals.add,
    stats: () => ({
      ...owner.stats(),
      lanes: lanes.stats(),
      runningActions: actionsInFlight.stats(),
    }),
    close: () => {
      if (status !== "closed") finish("closed");
    },
    ...mapActions<Pick<AcpView, StoreActionName>>(
      (name) => ACTIONS[name].by === "store",
      (name, args) => inBackground(run(name, args)),
    ),
    cancelTurn: (...args) => inBackground(actions.cancel(...args)),
    queuePrompt: (sessionId, prompt, options = {}) => {
      const id = options.id ?? `prompt-${queueId}-${++queued}`;
      inBackground(actions.queuePrompt(sessionId, prompt, { ...options, id }));
      return id;
    },
  };
}

function unknownSession(sessionId: string): AcpMirrorError {
  return new AcpMirrorError(
    "unknown",
    `The owner has no session "${sessionId}", or this mirror may not see it.`,
    "open",
  );
}

/** Returns a function for each action that is wanted, by the name of the action. */
function mapActions<Functions>(
  isWanted: (name: ActionName) => boolean,
  call: (name: ActionName, args: readonly unknown[]) => unknown,
): Functions {
  const names = Object.keys(ACTIONS).filter(isActionName).filter(isWanted);
  const entries = names.map((name) => [name, (...args: unknown[]) => call(name, args)]);
  // Each function takes the arguments of its name, which the types of a list cannot say.
  return Object.fromEntries(entries) as Functions;
}

function readSessionId(action: ActionName, result: unknown): { readonly sessionId: string } {
  if (isRecord(result) && typeof result["sessionId"] === "string")
    return { ...result, sessionId: result["sessionId"] };
  throw new AcpMirrorError(
    "failed",
    `The owner's ${action} resolved with ${JSON.stringify(result)}, not with an object that has a "sessionId".`,
    action,
  );
}

function readSteering(result: unknown): SteerResult {
  const { outcome, id } = isRecord(result) ? result : {};
  const known = STEER_OUTCOMES.find((each) => each === outcome);
  if (known !== undefined)
    return typeof id === "string" ? { outcome: known, id } : { outcome: known };
  throw new AcpMirrorError(
    "failed",
    `The owner's steer resolved with ${JSON.stringify(result)}, not with an object that has an "outcome".`,
    "steer",
  );
}

function readNextCursor(result: unknown): { readonly nextCursor?: string } {
  const nextCursor = isRecord(result) ? result["nextCursor"] : undefined;
  return typeof nextCursor === "string" ? { nextCursor } : {};
}
