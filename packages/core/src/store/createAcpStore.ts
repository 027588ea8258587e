import { subscribeWithSelector } from "zustand/middleware";
import { type Diagnostic, ACCEPTED, type IngestResult } from "../diagnostics.js";
import { DEFAULT_LIMITS } from "../limits.js";
import { resolveScheduler } from "../notify/scheduler.js";
import type { ContentBlock } from "../state/content.js";
import type { TurnError } from "../state/entities.js";
import type { AcpState } from "../state/state.js";
import { emptyState } from "../state/tree.js";
import { sessionOpened } from "../wire/connection.js";
import { type Place, readNotification } from "../wire/notification.js";
import { closedSession, isOpen } from "./closed.js";
import { createElicitationDesk } from "./elicitationDesk.js";
import { createKernel, unreadable } from "./kernel.js";
import { createObserver } from "./observer.js";
import { createPermissionDesk } from "./permissionDesk.js";
import { terminalReporter } from "./reportTerminal.js";
import type { AcpStore, AcpStoreOptions, Subscribe } from "./types.js";

/** Params that are handed in by themselves. */
const PARAMS: Place = { params: [], update: ["update"] };

/**
 * Makes a store for one agent connection: it takes in what comes over the wire and what the user
 * does, and holds the exact state of it, for protocol version 1 and 2.
 *
 * @example
 * ```ts
 * const store = createAcpStore();
 * store.ingest({
 *   sessionId: "s1",
 *   update: { sessionUpdate: "tool_call", toolCallId: "call_1", title: "Read main.ts", kind: "read" },
 * });
 * selectToolCall(store.getState(), "s1", "call_1")?.status; // "pending"
 * ```
 */
export function createAcpStore(options: AcpStoreOptions = {}): AcpStore {
  const initialState = options.initialState ?? emptyState(options.protocolVersion ?? 1);
  const kernel = createKernel({
    initialState,
    schedule: resolveScheduler(options.scheduler),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    now: options.now ?? Date.now,
  });
  const { notifier, getState } = kernel;
  const permissions = createPermissionDesk(kernel, options.permissionPolicy);
  const elicitations = createElicitationDesk(kernel);

  function ingest(params: unknown, place: Place, at: number): IngestResult {
    const { events, diagnostics: found } = readSafely(params, place);
    const diagnostics = kernel.report(found, at);
    const sessionId = events?.[0]?.sessionId;
    if (events === undefined || sessionId === undefined) return { accepted: false, diagnostics };
    const closed = closedSession(kernel, sessionId, place.params);
    if (closed !== undefined) return refuse(closed, at);
    let result: IngestResult =
      diagnostics.length === 0 ? ACCEPTED : { accepted: true, diagnostics };
    for (const event of events) result = both(result, kernel.tryCommit(event, at, place.update));
    return result;
  }

  function ingestShown(params: unknown): IngestResult {
    const at = kernel.now();
    if (!kernel.isInspected()) return ingest(params, PARAMS, at);
    kernel.begin({
      t: at,
      dir: "recv",
      msg: { jsonrpc: "2.0", method: "session/update", params },
    });
    try {
      return ingest(params, PARAMS, at);
    } finally {
      kernel.end();
    }
  }

  function refuse(diagnostic: Diagnostic, at: number): IngestResult {
    kernel.report([diagnostic], at);
    return { accepted: false, diagnostics: [diagnostic] };
  }

  function readSafely(params: unknown, place: Place): ReturnType<typeof readNotification> {
    try {
      return readNotification(kernel.protocolVersion(), params, place);
    } catch (error) {
      return { diagnostics: [unreadable(error, params)] };
    }
  }

  function startTurn(
    sessionId: string,
    prompt: readonly ContentBlock[] | undefined,
    observedAt?: number,
  ): string {
    const turns = kernel.session(sessionId)?.tables.turns;
    let number = (turns?.size ?? 0) + 1;
    while (turns?.has(`turn-${number}`)) number++;
    const turnId = `turn-${number}`;
    const closed = closedSession(kernel, sessionId, []);
    if (closed !== undefined) {
      kernel.report([closed]);
      return turnId;
    }
    const known = {
      ...(prompt && { prompt }),
      ...(observedAt !== undefined && { observed: true as const }),
    };
    kernel.tryCommit({ type: "turn_started", sessionId, turnId, ...known }, observedAt);
    return turnId;
  }

  let queued = 0;
  const queuePrompt: AcpStore["queuePrompt"] = (sessionId, prompt) => {
    const known = kernel.session(sessionId)?.fields.queue ?? [];
    do queued++;
    while (known.some(({ id }) => id === `prompt-${queued}`));
    const id = `prompt-${queued}`;
    const closed = closedSession(kernel, sessionId, []);
    if (closed === undefined) act({ type: "prompt_queued", sessionId, id, prompt });
    else kernel.report([closed]);
    return id;
  };

  const endTurn: AcpStore["endTurn"] = (sessionId, end) => {
    const turnId = kernel.session(sessionId)?.fields.openTurns[0];
    if (turnId === undefined) return;
    const how = "error" in end ? { error: readError(end.error) } : { stopReason: end.stopReason };
    kernel.commit({ type: "turn_ended", sessionId, turnId, ...how });
  };

  const observer = createObserver({ kernel, permissions, elicitations, ingest, startTurn });

  /** What the user does is shown at once. */
  function act(event: Parameters<typeof kernel.commit>[0]): void {
    kernel.commit(event);
    notifier.flush();
  }

  return {
    getState,
    getInitialState: () => initialState,
    subscribe: selectingSubscribe(getState, notifier.subscribe),
    watch: notifier.watch,
    ingest: ingestShown,
    observe: observer.observe,
    requestPermission: permissions.request,
    respond: permissions.respond,
    requestElicitation: elicitations.request,
    respondElicitation: elicitations.respond,
    startTurn: (sessionId, prompt) => startTurn(sessionId, prompt),
    endTurn,
    cancelTurn: (sessionId) => act({ type: "turn_cancelled", sessionId }),
    queuePrompt,
    unqueuePrompt: (sessionId, id) => act({ type: "prompt_unqueued", sessionId, id }),
    releaseQueue: (sessionId) => act({ type: "queue_released", sessionId }),
    openSession: ({ sessionId, ...setup }) =>
      void kernel.commit(sessionOpened(kernel.protocolVersion(), sessionId, setup)),
    replay: async (sessionId, run) => {
      const wasOpen = isOpen(kernel, sessionId);
      kernel.commit({ type: "replay_started", sessionId });
      try {
        const result = await run();
        kernel.commit({ type: "replay_ended", sessionId });
        return result;
      } catch (error) {
        if (wasOpen) kernel.commit({ type: "replay_ended", sessionId, failed: true });
        else kernel.commit({ type: "session_closed", sessionId });
        throw error;
      }
    },
    closeSession: (sessionId) => act({ type: "session_closed", sessionId }),
    detachSession: (sessionId, reason) => act({ type: "session_detached", sessionId, reason }),
    reportTerminal: terminalReporter(kernel),
    connecting: (attempt) => act({ type: "connecting", ...(attempt !== undefined && { attempt }) }),
    disconnect: (reason, retry) => {
      observer.forget();
      act({
        type: "disconnected",
        ...(reason !== undefined && { reason }),
        ...(retry !== undefined && { retry }),
      });
    },
    inspect: kernel.inspect,
    flush: notifier.flush,
  };
}

/** What came of one message that meant several things. */
function both(one: IngestResult, other: IngestResult): IngestResult {
  if (other === ACCEPTED) return one;
  return {
    accepted: one.accepted && other.accepted,
    diagnostics: [...one.diagnostics, ...other.diagnostics],
  };
}

/** Zustand's own middleware adds the form with a selector. */
function selectingSubscribe(getState: () => AcpState, subscribe: AcpStore["subscribe"]): Subscribe {
  const api = { getState, getInitialState: getState, setState: () => {}, subscribe };
  subscribeWithSelector(getState)(api.setState, getState, api);
  return api.subscribe;
}

function readError(error: TurnError | Error): TurnError {
  const { message, code, data } = error as TurnError;
  return { message, ...(code !== undefined && { code }), ...(data !== undefined && { data }) };
}
