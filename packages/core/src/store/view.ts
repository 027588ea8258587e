import type { StoreApi } from "zustand/vanilla";
import type { InspectRecord } from "../notify/inspectors.js";
import type { Subscribe } from "../notify/publishedState.js";
import type { WatchListener, WatchTarget } from "../notify/watchers.js";
import type { SessionId } from "../state/entities.js";
import type { AcpState } from "../state/state.js";
import type { QueueActions } from "./queueActions.js";
import type { ElicitationResponse } from "./requestTypes.js";

/**
 * The reading side of a store: a zustand store without `setState`, plus `watch`, `inspect` and
 * `flush`. Selectors, devtools and replicas need no more. `getState`, `getInitialState` and
 * `subscribe` fit `useStore` of zustand.
 */
export interface ReadableAcpStore extends Pick<StoreApi<AcpState>, "getState" | "getInitialState"> {
  /**
   * Returns the current state. It is immutable, always up to date, and the same reference until
   * something changes.
   */
  getState(): AcpState;
  /** Returns the state that the store started with. Server rendering shows it. */
  getInitialState(): AcpState;
  /**
   * Returns the current time by the clock of the times in the state, in ms. It is `Date.now` unless the
   * store has another clock. In a mirror, it is the clock of the owner.
   *
   * @example
   * ```ts
   * const turn = selectTurn(store.getState(), "s1");
   * const runningForMs = turn?.startedAt === undefined ? 0 : store.now() - turn.startedAt;
   * ```
   */
  now(): number;
  /**
   * Calls a listener after changes, or only after changes of a selected value. Returns a function
   * that removes the listener.
   *
   * If a listener throws, the others still run, and the error is rethrown afterwards. A write made
   * by a listener is delivered in a separate round once the current one is done.
   *
   * @example
   * ```ts
   * const unsubscribe = store.subscribe(
   *   (state) => state.connection?.status,
   *   (status, previous) => console.log(previous, "→", status),
   * );
   * ```
   */
  readonly subscribe: Subscribe;
  /**
   * Calls a listener only after changes of one entity, table, field or session. Returns a function
   * that removes the listener. Cheaper than `subscribe` with a selector, because unrelated changes
   * cost nothing.
   *
   * @example
   * ```ts
   * store.watch({ type: "entity", sessionId: "s1", table: "toolCalls", id: "call_1" }, () => {
   *   console.log(selectToolCall(store.getState(), "s1", "call_1")?.phase);
   * });
   * ```
   */
  watch(target: WatchTarget, listener: WatchListener): () => void;
  /**
   * Reports every message, every commit with its patches, and every diagnostic, as they happen.
   * Returns a function that removes the inspector.
   *
   * Inspectors must not write to the store: a write made inside an inspector reaches later
   * inspectors before the commit that triggered it. To write in response to a change, use `watch`.
   *
   * @example
   * ```ts
   * const stop = store.inspect((record) => {
   *   if (record.type === "diagnostic") console.warn(record.diagnostic.message);
   * });
   * ```
   */
  inspect(inspector: (record: InspectRecord) => void): () => void;
  /**
   * Runs the listeners of pending changes now instead of when the scheduler decides.
   *
   * @example
   * ```ts
   * store.ingest(params);
   * store.flush(); // the listeners have run
   * ```
   * @throws the error of a listener or inspector that threw, or an `AggregateError` of several.
   */
  flush(): void;
}

/**
 * The reading side of a store, and the actions of its user. Hooks take this interface. Stores
 * implement it, like mirrors in other windows, whose owner carries the actions out.
 */
export interface AcpView extends ReadableAcpStore, QueueActions {
  /**
   * Answers a permission request with one of the options that it offers.
   * @throws AcpPermissionError if the request is unknown or settled, or does not offer the option.
   *
   * @example
   * ```ts
   * const [permission] = selectPendingPermissions(store.getState());
   * if (permission) store.respondToPermission(permission.permissionId, "allow");
   * ```
   */
  respondToPermission(permissionId: string, optionId: string): void;
  /**
   * Answers a request for user input.
   * @throws AcpElicitationError if the elicitation is unknown or settled.
   *
   * @example
   * ```ts
   * const [question] = selectPendingElicitations(store.getState());
   * if (question) store.respondToElicitation(question.elicitationId, { action: "decline" });
   * ```
   */
  respondToElicitation(elicitationId: string, answer: ElicitationResponse): void;
  /**
   * Records that the user cancels the work of a session: open tool calls are marked, and
   * pending permissions settle, as cancelled. The caller sends `session/cancel`.
   * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation}
   *
   * @example
   * ```ts
   * store.cancelTurn("s1");
   * ```
   */
  cancelTurn(sessionId: SessionId): void;
  /**
   * Records that the user has seen what is new in a session: `unread` is removed from its catalog
   * entry. Call it while the session is visible. Does nothing for a session without news.
   *
   * @example
   * ```ts
   * if (store.getState().catalog.get("s1")?.unread) store.markSessionRead("s1");
   * ```
   */
  markSessionRead(sessionId: SessionId): void;
}
