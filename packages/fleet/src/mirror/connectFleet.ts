import { createMirror, type Mirror, type MirrorLink } from "@acp-store/mirror";
import { createStore, type StoreApi } from "zustand/vanilla";
import { AcpFleetError, type AcpFleetErrorReason } from "../errors.js";
import { createOverview } from "../overview/createOverview.js";
import { isAgentId } from "../overview/sessionKey.js";
import type { AgentEntry, FleetView } from "../view/fleetView.js";
import { createRemoteSaving, type RemoteSaving } from "../saving/remoteSaving.js";
import { savingChannelOf } from "../saving/wire.js";
import { createFleetLink } from "./fleetLink.js";
import {
  channelOfAgent,
  channelOfReview,
  type DirectoryMessage,
  FLEET_VERSION,
  NOT_ADMITTED,
} from "./wire.js";

/**
 * The connection to a fleet.
 *
 * - `connecting`: there was no answer yet, or the connection has just broken
 * - `live`: the agents are up to date, or have had 2 s for it since the server answered
 * - `unreachable`: the server cannot be reached; the page tries again
 * - `not_admitted`: the server has refused this page; it needs a new address
 * - `incompatible`: the server has another major version; reload the page
 * - `closed`: `close` was called
 */
export type FleetStatus =
  | "closed"
  | "connecting"
  | "incompatible"
  | "live"
  | "not_admitted"
  | "unreachable";

/** The connection of a page to a fleet, and what the page may do. */
export interface FleetConnectionState {
  /** The status of the connection. */
  readonly status: FleetStatus;
  /** Whether the page may start and stop agents, and make requests. */
  readonly canManage: boolean;
  /** The folders whose reviews the page may open: absolute paths. */
  readonly reviews: readonly string[];
}

/** A fleet in another process. Its entries and states stay while the connection is broken. */
export interface RemoteFleet extends FleetView {
  /** The connection. It can be read like a zustand store. */
  readonly connection: Pick<
    StoreApi<FleetConnectionState>,
    "getState" | "getInitialState" | "subscribe"
  >;
  /** Returns the mirror of an agent. It has the fields of all sessions, and the content of opened ones. */
  getView(agentId: string): Mirror | undefined;
  /**
   * Starts an agent. Most actions need no start: the owner starts the agent for them.
   *
   * @throws AcpFleetError `forbidden` if the page may not, `failed` with the reason, `offline` if there is no
   *   connection, and `uncertain` if the connection broke before the answer.
   */
  startAgent(agentId: string): Promise<void>;
  /** Stops an agent with all of its work. Throws like `startAgent`. */
  stopAgent(agentId: string): Promise<void>;
  /**
   * Makes a request of the application, see the option `requests` of `hostFleet`. Resolves with its result.
   * Throws like `startAgent`.
   */
  request(method: string, params?: unknown, options?: RequestOptions): Promise<unknown>;
  /**
   * Opens a channel over the connection, as soon as there is one. The devtools use it, see `followFrames` of
   * `@acp-store/fleet/devtools`. The server closes a channel that it does not know.
   */
  openChannel(name: string): Promise<MirrorLink>;
  /** Opens the channel with the review of a folder, for `connectReview` of `@acp-store/review/mirror`. */
  openReviewChannel(folder: string): Promise<MirrorLink>;
  /** Closes the connection and all mirrors. Their states stay readable. */
  close(): void;
}

/** The options of a request of the application. */
export interface RequestOptions {
  /** Called with what the server reports before the result. */
  readonly onProgress?: (progress: unknown) => void;
  /** Rejects the request with the reason of the signal when it is aborted, and tells the server so. */
  readonly signal?: AbortSignal;
}

interface Call {
  readonly onProgress: RequestOptions["onProgress"] | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The longest time that a new connection waits for the mirrors of the last one before it is live, in ms. */
const CONTINUE_MS = 2_000;

/**
 * Follows a fleet in another process: the list of its agents, and a mirror of each one. All of them share
 * one link. `connect` makes it, and is called again whenever the link has broken.
 *
 * @example
 * ```ts
 * const fleet = connectFleet(() => socketLink(new WebSocket("wss://example.com/acp")));
 * fleet.overview.subscribe(({ inbox }) => console.log(inbox));
 * ```
 */
export function connectFleet(connect: () => MirrorLink | Promise<MirrorLink>): RemoteFleet {
  const connection = createStore<FleetConnectionState>(() => ({
    status: "connecting",
    canManage: false,
    reviews: [],
  }));
  const entries = createStore<ReadonlyMap<string, AgentEntry>>(() => new Map());
  const mirrors = new Map<string, Mirror>();
  const savings = new Map<string, RemoteSaving>();
  const overview = createOverview();
  const removals = new Map<string, () => void>();
  const calls = new Map<number, Call>();
  let lastCall = 0;
  /** Runs while the fleet has answered, but not all mirrors have continued. */
  let continueTimer: ReturnType<typeof setTimeout> | undefined;

  const link = createFleetLink({ connect, onMessage, onLost });

  function onMessage(message: DirectoryMessage): void {
    switch (message.type) {
      case "agents":
        return setAgents(message);
      case "progress":
        return calls.get(message.id)?.onProgress?.(message.progress);
      case "result":
        return takeCall(message.id)?.resolve(message.result);
      case "refused":
        return takeCall(message.id)?.reject(new AcpFleetError(message.reason, message.message));
      default:
        return undefined;
    }
  }

  function setAgents(message: Extract<DirectoryMessage, { type: "agents" }>): void {
    const { v, agents, manages, reviews } = message;
    if (v !== FLEET_VERSION) return setStatus("incompatible");
    setEntries(agents);
    connection.setState({ canManage: manages, reviews });
    if (connection.getState().status === "live") return;
    continueTimer ??= setTimeout(() => setStatus("live"), CONTINUE_MS);
    onMirrorStatus();
  }

  /** Until a mirror has continued, it refuses all actions. */
  function onMirrorStatus(): void {
    const haveContinued = [...mirrors.values()].every(
      ({ status }) => status !== "stale" && status !== "waiting",
    );
    if (continueTimer !== undefined && haveContinued) setStatus("live");
  }

  function setStatus(status: FleetStatus): void {
    clearTimeout(continueTimer);
    continueTimer = undefined;
    connection.setState({ status });
  }

  function setEntries(list: readonly AgentEntry[]): void {
    const next = new Map<string, AgentEntry>();
    // The server may send an id that cannot be one.
    for (const entry of list) if (isAgentId(entry.id)) next.set(entry.id, entry);
    for (const agentId of next.keys()) if (!mirrors.has(agentId)) addMirror(agentId);
    for (const agentId of mirrors.keys()) if (!next.has(agentId)) removeMirror(agentId);
    entries.setState(next, true);
  }

  function addMirror(agentId: string): void {
    const mirror = createMirror(() => link.openChannel(channelOfAgent(agentId)), { sessions: [] });
    mirror.onStatus(onMirrorStatus);
    mirrors.set(agentId, mirror);
    removals.set(agentId, overview.add(agentId, mirror));
  }

  /** The channel is opened when a part of the page needs it. */
  function getSaving(agentId: string): RemoteSaving | undefined {
    if (!mirrors.has(agentId)) return undefined;
    const saving =
      savings.get(agentId) ?? createRemoteSaving(() => link.openChannel(savingChannelOf(agentId)));
    savings.set(agentId, saving);
    return saving;
  }

  function removeMirror(agentId: string): void {
    removals.get(agentId)?.();
    removals.delete(agentId);
    mirrors.get(agentId)?.close();
    mirrors.delete(agentId);
    savings.get(agentId)?.close();
    savings.delete(agentId);
  }

  function onLost(reason: string | undefined, wasLive: boolean): void {
    rejectCalls(
      "uncertain",
      "The connection broke before the server answered. It may have carried out the request.",
    );
    if (connection.getState().status === "incompatible") return;
    const failed = reason === NOT_ADMITTED ? "not_admitted" : "unreachable";
    setStatus(wasLive ? "connecting" : failed);
  }

  function rejectCalls(reason: AcpFleetErrorReason, message: string): void {
    for (const { reject } of calls.values()) reject(new AcpFleetError(reason, message));
    calls.clear();
  }

  function takeCall(id: number): Call | undefined {
    const call = calls.get(id);
    calls.delete(id);
    return call;
  }

  async function request(
    method: string,
    params?: unknown,
    { onProgress, signal }: RequestOptions = {},
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const id = ++lastCall;
    if (!link.send({ type: "call", id, method, params }))
      throw new AcpFleetError(
        "offline",
        "There is no connection to the server. Try again when it is back.",
      );
    const cancel = (): void => {
      link.send({ type: "cancel", id });
      takeCall(id)?.reject(signal?.reason);
    };
    signal?.addEventListener("abort", cancel);
    try {
      return await new Promise((resolve, reject) => {
        calls.set(id, { onProgress, resolve, reject });
      });
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  return {
    connection,
    entries,
    overview,
    getView: (agentId) => mirrors.get(agentId),
    getActions: (agentId) => mirrors.get(agentId)?.actions,
    getSaving,
    startAgent: async (agentId) => void (await request("start", agentId)),
    stopAgent: async (agentId) => void (await request("stop", agentId)),
    request,
    openChannel: link.openChannel,
    openReviewChannel: (folder) => link.openChannel(channelOfReview(folder)),
    close() {
      for (const saving of savings.values()) saving.close();
      link.close();
      for (const mirror of mirrors.values()) mirror.close();
      rejectCalls("closed", "The connection to the server was closed.");
      setStatus("closed");
    },
  };
}
