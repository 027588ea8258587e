import type { Limits } from "../limits.js";
import type { AbortSignalLike } from "../notify/environment.js";
import type { Scheduler, SchedulerName } from "../notify/scheduler.js";
import type { SessionOrigin } from "../state/catalog.js";
import type { Meta } from "../state/content.js";
import type { SessionId } from "../state/entities.js";
import type { ElicitationButtons } from "../state/requests.js";
import type { ConfigOption, SessionModels, SessionModes } from "../state/sessionSettings.js";
import type { AcpState } from "../state/state.js";
import type { RequestId } from "../wire/jsonRpc.js";
import type { PermissionPolicy } from "./requestTypes.js";

/** The options of `createAcpStore`. */
export interface AcpStoreOptions {
  /**
   * The protocol version of the connection. Default: 1. `observe` takes it from the response to
   * `initialize`.
   */
  readonly protocolVersion?: 1 | 2;
  /**
   * Decides when listeners run. Default: `"frame"` where `requestAnimationFrame` exists, otherwise
   * `"microtask"`. `"frame"` needs `setTimeout`; the others need only what ECMAScript defines.
   */
  readonly scheduler?: SchedulerName | Scheduler;
  /** Answers permission requests automatically. Without it, the user answers all of them. */
  readonly permissionPolicy?: PermissionPolicy;
  /** Overrides some of the default limits. */
  readonly limits?: Partial<Limits>;
  /** The clock, in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
  /**
   * The unique part of the ids that the store creates, such as `turn-<prefix>-1`. Set it for
   * reproducible ids in tests and stories. Default: random, chosen with the first id. Without
   * `crypto.getRandomValues`, as in React Native, it is made of the time and `Math.random`.
   */
  readonly idPrefix?: string;
  /**
   * The state to start with, unchanged: for server rendering, and to show a recorded state.
   * Default: an empty state. To continue saved sessions, use `restoreSession` instead, which ends
   * what was running when they were saved. The first `initialize` that the store observes ends what
   * the state has left open, as after a lost connection.
   */
  readonly initialState?: AcpState;
}

/** The known properties of a session that is opened. */
export interface SessionSetup {
  /** The agent's id of the session. */
  readonly sessionId: SessionId;
  /** The working directory, an absolute path. */
  readonly cwd?: string;
  /** More directories that the session may work in, absolute paths. */
  readonly additionalDirectories?: readonly string[];
  /**
   * The MCP servers of the session, also those that were left out because the agent does not support them. The
   * state gets their names and transports only. `type` is the transport. Default: `stdio`.
   */
  readonly mcpServers?: readonly { readonly name: string; readonly type?: string }[];
  /** The session of another agent that this one continues. */
  readonly continuedFrom?: SessionOrigin;
  /** The modes from the response that opened the session. */
  readonly modes?: SessionModes | null;
  /** The models from the response that opened the session. */
  readonly models?: SessionModels | null;
  /** The settings from the response that opened the session. */
  readonly configOptions?: readonly ConfigOption[] | null;
  /** Extension data of the response that opened the session. */
  readonly _meta?: Meta | null;
}

/** The options of `requestPermission` and `requestElicitation`. */
export interface RequestOptions {
  /**
   * The JSON-RPC id of the request. It connects the request with the frame that `observe` saw and
   * with a request that is sent a second time. Omit it if the SDK does not pass it to handlers: the
   * call then belongs to the oldest observed request about the same tool call, or with the same
   * message, that no other call waits for.
   */
  readonly requestId?: RequestId;
  /** Cancels the request when it aborts, with the reason `aborted`. */
  readonly signal?: AbortSignalLike;
}

/** The options of `requestElicitation`. */
export interface ElicitationOptions extends RequestOptions {
  /** The labels of the buttons, for a question of the client itself. It is never joined with a request of the agent. */
  readonly buttons?: ElicitationButtons;
}
