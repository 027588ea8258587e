import type { AcpPatch } from "../commit/patch.js";
import type { Diagnostic, IngestResult } from "../diagnostics.js";
import type { AcpEvent, Retry } from "../events/event.js";
import type { Limits } from "../limits.js";
import type { AbortSignalLike } from "../notify/environment.js";
import type { StateListener } from "../notify/notifier.js";
import type { Scheduler, SchedulerName } from "../notify/scheduler.js";
import type { WatchListener, WatchTarget } from "../notify/watchers.js";
import type { ContentBlock } from "../state/content.js";
import type { ConfigOption, SessionModes, TerminalExit } from "../state/sessionParts.js";
import type { Permission, PermissionOption, RequestedToolCall } from "../state/requests.js";
import type { SessionId, ToolCall, TurnError, TurnId } from "../state/entities.js";
import type { AcpState } from "../state/state.js";
import type { RequestId } from "../wire/jsonRpc.js";

/** The params of a `session/request_permission`, as the agent sent them. */
export interface PermissionRequest {
  readonly sessionId: SessionId;
  readonly toolCall?: RequestedToolCall;
  readonly options: readonly PermissionOption[];
}

/** What the answer to a `session/request_permission` is: send it as the JSON-RPC result. */
export interface PermissionResponse {
  outcome: { outcome: "selected"; optionId: string } | { outcome: "cancelled" };
}

/** What the answer to an `elicitation/create` is: send it as the JSON-RPC result. */
export type ElicitationResponse =
  | { action: "accept"; content?: Readonly<Record<string, unknown>> | null }
  | { action: "decline" | "cancel" };

/** What a policy may look at besides the request. */
export interface PermissionContext {
  readonly permission: Permission;
  /** The tool call that is asked for, as the store knows it. */
  readonly toolCall?: ToolCall;
  readonly state: AcpState;
  /**
   * The request once it is settled, by whoever it was; never rejects. `undefined` where it was lost,
   * such as by a transcript that was loaded anew.
   */
  readonly settled: Promise<Permission | undefined>;
}

/**
 * What a policy says: the id of an offered option, if it can with the rule that it goes by, which
 * becomes `rule` of the permission; or `"ask"`, also where an option has that id.
 */
export type PolicyAnswer = string | { readonly optionId: string; readonly rule: string };

/**
 * Answers permission requests without the user, or says `"ask"`. A policy that throws, or names an
 * option that is not offered, means to ask as well. Ready-made ones are in
 * `@acp-store/core/policies`.
 *
 * @example
 * ```ts
 * const readsAreFine: PermissionPolicy = (request, { toolCall }) =>
 *   (toolCall?.kind === "read" && request.options.find((o) => o.kind === "allow_once")?.optionId) || "ask";
 * ```
 */
export type PermissionPolicy = (
  request: PermissionRequest,
  context: PermissionContext,
) => PolicyAnswer | Promise<PolicyAnswer>;

/** One JSON-RPC message as the client saw it: a line of a recording. `t` is its time in ms. */
export interface Frame {
  readonly dir: "recv" | "sent";
  readonly msg: unknown;
  readonly t?: number;
}

/**
 * A message on the connection, before what it changes. One that was handed to `ingest` shows as the
 * notification that it was part of.
 */
export interface FrameRecord {
  readonly type: "frame";
  readonly frame: Frame & { readonly t: number };
}

/** One change of the state: the event, and the patches in both directions. */
export interface CommitRecord {
  readonly type: "commit";
  /** The message that caused it; absent for what the user or the application did. */
  readonly frame?: FrameRecord["frame"];
  readonly event: AcpEvent;
  readonly patches: readonly AcpPatch[];
  /** Lead back to the state before when applied in this order. */
  readonly inversePatches: readonly AcpPatch[];
}

/** Something was wrong with a message of the agent. */
export interface DiagnosticRecord {
  readonly type: "diagnostic";
  /** The message that it was wrong with. */
  readonly frame?: FrameRecord["frame"];
  readonly diagnostic: Diagnostic;
  /** In ms of the store's clock. */
  readonly at: number;
}

/** What `inspect` reports. */
export type InspectRecord = FrameRecord | CommitRecord | DiagnosticRecord;

/** Compares and starts the selecting form of `subscribe`, as zustand's `subscribeWithSelector`. */
export interface SelectorOptions<Slice> {
  readonly equalityFn?: (a: Slice, b: Slice) => boolean;
  readonly fireImmediately?: boolean;
}

/** Calls a listener on every change, or only when what a selector picks has changed. */
export interface Subscribe {
  (listener: StateListener): () => void;
  <Slice>(
    selector: (state: AcpState) => Slice,
    listener: (slice: Slice, previous: Slice) => void,
    options?: SelectorOptions<Slice>,
  ): () => void;
}

/** What {@link createAcpStore} takes. */
export interface AcpStoreOptions {
  /** Default: 1; `observe` takes it from the `initialize` response. */
  readonly protocolVersion?: 1 | 2;
  /** When listeners run. Default: `"frame"` where frames exist, else `"microtask"`. */
  readonly scheduler?: SchedulerName | Scheduler;
  readonly permissionPolicy?: PermissionPolicy;
  readonly limits?: Partial<Limits>;
  /** The clock, in ms. Default: `Date.now`. */
  readonly now?: () => number;
  /** A state to go on from, for example a deserialized one. */
  readonly initialState?: AcpState;
}

/** What is known of a session when it is opened. */
export interface SessionSetup {
  readonly sessionId: SessionId;
  readonly cwd?: string;
  readonly additionalDirectories?: readonly string[];
  readonly modes?: SessionModes | null;
  readonly configOptions?: readonly ConfigOption[] | null;
}

/**
 * The state of one agent connection. All functions are bound, so they can be passed around.
 */
export interface AcpStore {
  /** The current state: immutable, and the same reference until something changes. */
  getState(): AcpState;
  /** The state the store began with; what server rendering shows. */
  getInitialState(): AcpState;
  /** Calls a listener after changes. Returns how to stop it; calling that twice is harmless. */
  subscribe: Subscribe;
  /** Calls a listener only when one entity, table, field or session changes. */
  watch(target: WatchTarget, listener: WatchListener): () => void;

  /**
   * Takes the params of a `session/update` notification. Never throws for what the agent sent:
   * what is wrong with it is in the result.
   * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output}
   */
  ingest(notification: unknown): IngestResult;
  /** Takes any JSON-RPC message of the connection, in either direction. Never throws for it. */
  observe(frame: Frame): IngestResult;

  /**
   * Puts a permission request into the state and resolves when it is settled: by `respond`, the
   * policy, a cancel, the end of its turn, or the signal. Never rejects for what the agent sent.
   * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission}
   */
  requestPermission(
    request: unknown,
    options?: { readonly requestId?: RequestId; readonly signal?: AbortSignalLike },
  ): Promise<PermissionResponse>;
  /**
   * Answers a permission request with one of its options.
   * @throws AcpPermissionError if the request is unknown or settled, or the option not offered.
   */
  respond(permissionId: string, optionId: string): void;

  /**
   * Puts a request for input into the state and resolves when it is settled: by
   * `respondElicitation`, a cancel, the end of its turn, or the signal.
   * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
   */
  requestElicitation(
    request: unknown,
    options?: { readonly requestId?: RequestId; readonly signal?: AbortSignalLike },
  ): Promise<ElicitationResponse>;
  /**
   * Answers a request for input.
   * @throws AcpElicitationError if it is unknown or settled.
   */
  respondElicitation(id: string, answer: ElicitationResponse): void;

  /**
   * A prompt is being sent: its message is shown at once. Returns the id of the turn. A session that
   * was closed takes none.
   */
  startTurn(sessionId: SessionId, prompt?: readonly ContentBlock[]): TurnId;
  /** The oldest open turn of the session is over. Without an open turn nothing happens. */
  endTurn(
    sessionId: SessionId,
    end: { readonly stopReason: string } | { readonly error: TurnError | Error },
  ): void;
  /**
   * The user stops the session: unfinished tool calls are marked and pending permissions settled
   * as cancelled. Sending `session/cancel` is up to the caller.
   * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation}
   */
  cancelTurn(sessionId: SessionId): void;

  /**
   * Keeps a prompt until the turns before it are over, and returns its id. Sending it then is up to
   * the caller; `connectAgent` of `@acp-store/client` does. A stop, a failed turn and a lost
   * connection hold the queue: `queueHeld` stands until the user goes on, by `releaseQueue` or with
   * another prompt. A session that was closed takes none.
   */
  queuePrompt(sessionId: SessionId, prompt: readonly ContentBlock[]): string;
  /** Takes a prompt out of the queue: it is removed, or about to be sent. */
  unqueuePrompt(sessionId: SessionId, id: string): void;
  /** What is queued may be sent again. */
  releaseQueue(sessionId: SessionId): void;

  /** Makes a session known, or adds to what is known of it. */
  openSession(session: SessionSetup): void;
  /**
   * Frees a session's content. Its pending requests settle as cancelled; of those settled before,
   * the permissions stay.
   */
  closeSession(sessionId: SessionId): void;
  /**
   * Runs something that makes the agent send the transcript again, such as `session/load`: what
   * comes rebuilds it, nothing doubles, and the old one stays until the new one begins. Needed
   * only where the connection is not observed. Returns what `run` returns. If it fails, a session that
   * was not open before is closed.
   * {@link https://agentclientprotocol.com/protocol/v1/session-setup#loading-sessions}
   */
  replay<Result>(sessionId: SessionId, run: () => Promise<Result>): Promise<Result>;
  /**
   * The agent lost the session, such as with a new process that cannot load it: it can be read, but
   * not be prompted. Opening, loading or resuming it takes that back.
   */
  detachSession(sessionId: SessionId, reason: string): void;
  /**
   * Tells of a command that the client itself runs (`terminal/*`, version 1) what it has put out since
   * the last call, as text, and how it ended. From the first output on, the terminal's is what is told
   * here: what is answered to `terminal/output` is part of it, and changes nothing. Call it once the
   * answer to `terminal/create` was sent, which makes the terminal anew.
   * {@link https://agentclientprotocol.com/protocol/v1/terminals}
   */
  reportTerminal(
    sessionId: SessionId,
    terminalId: string,
    report: { readonly output?: string; readonly exitStatus?: TerminalExit },
  ): void;
  /** A connection is being made. `attempt` is which try to come back it is, from 1. */
  connecting(attempt?: number): void;
  /**
   * The connection is gone: open turns fail, pending requests settle as cancelled, queued prompts are
   * held. It is `closed` then, or with `retry`, `lost` until the next try.
   */
  disconnect(reason?: string, retry?: Retry): void;

  /**
   * Reports every message, every commit with its patches, and every diagnostic, as they happen. Meant
   * for looking on: other inspectors would hear of what one writes before they hear of what it was
   * told. Who wants to write uses {@link AcpStore.watch}.
   */
  inspect(observer: (record: InspectRecord) => void): () => void;
  /** Runs the listeners that wait for the scheduler now. */
  flush(): void;
}
