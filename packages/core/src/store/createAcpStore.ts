import { createCommitter } from "../commit/createCommitter.js";
import { presentFields } from "../json.js";
import { DEFAULT_LIMITS } from "../limits.js";
import { createInspectors } from "../notify/inspectors.js";
import { createNotifier } from "../notify/notifier.js";
import { resolveScheduler } from "../notify/scheduler.js";
import { emptyState } from "../state/emptyState.js";
import { StateTree } from "../state/stateTree.js";
import { createReplays } from "../merge/createReplays.js";
import { createIds } from "./createIds.js";
import { createElicitationRequests } from "./elicitationRequests.js";
import { createIngest } from "./ingest.js";
import { createNamedSessions } from "./namedSessions.js";
import { createObserver } from "./observe.js";
import { createPendingRequests } from "./pendingRequests.js";
import { createPermissionRequests } from "./permissionRequests.js";
import { createRowActions } from "./applicationRows.js";
import { createSessionLifecycle } from "./sessionLifecycle.js";
import { createTurnActions } from "./turnActions.js";
import type { AcpStoreOptions } from "./options.js";
import type { AcpStore } from "./types.js";

/**
 * Creates a store for one agent connection. It processes protocol messages and user actions, and
 * keeps the state that they add up to, in one shape for protocol versions 1 and 2.
 *
 * @throws AcpStoreError with the reason `no_timers` for the scheduler `"frame"` where `setTimeout` does
 * not exist.
 *
 * @example
 * ```ts
 * const store = createAcpStore();
 * store.ingest({
 *   sessionId: "s1",
 *   update: { sessionUpdate: "tool_call", toolCallId: "call_1", title: "Read main.ts", kind: "read" },
 * });
 * selectToolCall(store.getState(), "s1", "call_1")?.phase; // "pending"
 * ```
 */
export function createAcpStore(options: AcpStoreOptions = {}): AcpStore {
  const initialState = options.initialState ?? emptyState(options.protocolVersion ?? 1);
  const tree = new StateTree(initialState);
  const getState: AcpStore["getState"] = () => tree.snapshot();
  const notifier = createNotifier(getState, resolveScheduler(options.scheduler));
  const inspectors = createInspectors(notifier.attempt);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const committer = createCommitter({
    tree,
    notifier,
    inspectors,
    limits,
    now: options.now ?? Date.now,
  });

  const createId = createIds(options.idPrefix);
  const replays = createReplays(committer, createId);
  const namedSessions = createNamedSessions(committer, limits.namedSessions);
  const { rejectFromAgent } = namedSessions;
  const { ingest, ingestParams } = createIngest(committer, inspectors, replays, rejectFromAgent);
  const { startObservedTurn, steerObservedTurn, ...turns } = createTurnActions(
    committer,
    replays,
    createId,
  );
  const sessions = createSessionLifecycle(committer, replays, rejectFromAgent);
  const pendingRequests = createPendingRequests(committer, createId, rejectFromAgent);
  const permissions = createPermissionRequests(
    committer,
    pendingRequests,
    options.permissionPolicy,
  );
  const elicitations = createElicitationRequests(committer, pendingRequests);
  const observer = createObserver({
    committer,
    inspectors,
    replays,
    pendingRequests,
    permissions,
    elicitations,
    ingest: ingestParams,
    namedSessions,
    startTurn: startObservedTurn,
    steerTurn: steerObservedTurn,
  });

  const connect: AcpStore["connect"] = ({ attempt } = {}) =>
    committer.commitAction({ type: "connecting", ...(attempt !== undefined && { attempt }) });

  const disconnect: AcpStore["disconnect"] = (reason, { retry, parked } = {}) => {
    observer.forgetConnection();
    const event = {
      type: "disconnected",
      ...presentFields({ reason, retry }),
      ...(parked && { parked }),
    } as const;
    committer.commitAction(replays.prepare(event));
  };

  return {
    getState,
    getInitialState: () => initialState,
    now: committer.now,
    subscribe: notifier.subscribe,
    watch: notifier.watch,
    flush: notifier.flush,
    inspect: inspectors.add,
    ingest,
    observe: observer.observe,
    connect,
    disconnect,
    ...sessions,
    ...turns,
    ...createRowActions(committer, createId),
    expectPrompt: observer.expectPrompt,
    requestPermission: permissions.request,
    respondToPermission: permissions.respond,
    requestElicitation: elicitations.request,
    respondToElicitation: elicitations.respond,
  };
}
