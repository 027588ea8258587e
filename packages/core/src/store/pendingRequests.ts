import { type ChangedPart, entityIdsOfChange } from "../notify/changedPart.js";
import type { Committer } from "../commit/createCommitter.js";
import { ACCEPTED, type Diagnostic, type IngestResult } from "../diagnostics.js";
import type { AcpEventBody } from "../events/event.js";
import type { AbortSignalLike } from "../notify/environment.js";
import type { SettledReason } from "../state/requests.js";
import { shareStructure } from "../state/shareStructure.js";
import { sessionIdOf } from "../wire/clientRequests.js";
import { type RequestId, requestKey } from "../wire/jsonRpc.js";
import type { CreateId } from "./createIds.js";
import type { RejectFromAgent } from "./namedSessions.js";

/** The fields that permissions and elicitations have in common. */
interface RequestEntity {
  readonly status: string;
  readonly sessionId?: string;
  readonly turnId?: string;
}

/** The params of a request after parsing. */
export interface ParsedParams<Parsed> {
  /** Absent if the params are malformed and the request has to be rejected. */
  readonly request?: Parsed;
  /** The position of the request's subject, for diagnostics of the reducer. */
  readonly path?: Diagnostic["path"];
  readonly diagnostics: readonly Diagnostic[];
}

/** The rules of one kind of request: permissions or elicitations. */
export interface RequestRules<Entity extends RequestEntity, Parsed, Response> {
  readonly kind: "permission" | "elicitation";
  parse(params: unknown, base: readonly string[]): ParsedParams<Parsed>;
  /** Finds a request by the store's id. `sessionId` makes it faster. */
  find(id: string, sessionId?: string): Entity | undefined;
  /** Returns whether a request has this id of the store. */
  isUsed(id: string): boolean;
  /** Returns the store's id of a request. */
  idOf(entity: Entity): string;
  findPending(requestId: RequestId): readonly Entity[];
  /** Returns whether a parsed request equals the one that created the entity. */
  isSame(entity: Entity, request: Parsed): boolean;
  /**
   * Returns whether unparsed params are about the same thing as the entity. They may have fewer
   * fields, because an SDK may drop some before it calls a handler.
   */
  isAbout(entity: Entity, params: unknown): boolean;
  requested(id: string, request: Parsed, requestId: RequestId | undefined): AcpEventBody;
  /** Called after a new request was added to the state. */
  onCreated?(id: string): void;
  cancelled(entity: Entity, reason: SettledReason): AcpEventBody;
  /** Returns `undefined` while the request is pending. A missing entity counts as cancelled. */
  responseOf(entity: Entity | undefined): Response | undefined;
}

/** A request from the agent that was seen on the wire and has no answer there yet. */
export type WireRequest =
  | {
      readonly kind: "permission" | "elicitation";
      /** The store's id: a `permissionId` or an `elicitationId`. */
      readonly id: string;
      /**
       * The handler that asked for the answer: none yet, one that may still be waiting, or one that
       * was given an existing answer. After that, the next handler starts a new request.
       */
      handler: "none" | "waiting" | "answered";
    }
  | { readonly kind: "terminal"; readonly method: string; readonly params: unknown };

/** Every request from the agent that waits for its answer. */
export interface PendingRequests {
  /** Tracks a request by its JSON-RPC id until its answer is seen. */
  track(requestId: RequestId, request: WireRequest): void;
  /** Stops tracking a request and returns it. */
  untrack(requestId: RequestId): WireRequest | undefined;
  /** Stops tracking all requests: the next connection counts its ids from the start. */
  clear(): void;
  /** Applies the rules of one kind of request. */
  withRules<Entity extends RequestEntity, Parsed, Response>(
    rules: RequestRules<Entity, Parsed, Response>,
  ): RequestsOfKind<Entity, Parsed, Response>;
}

/** The pending requests of one kind. */
export interface RequestsOfKind<Entity, Parsed, Response> {
  /** Handles a request seen on the wire. A handler may ask for its answer later. */
  onRequest(requestId: RequestId, params: unknown, at: number): IngestResult;
  /**
   * Returns the request that a handler was called for: the one seen on the wire, the pending one
   * that is sent a second time, or a new one. Cancels a request that can no longer be answered. Returns
   * `undefined` for malformed params. `addOwn` adds the fields of a question that the client itself asks, which
   * is always a new request.
   */
  open(
    params: unknown,
    requestId: RequestId | undefined,
    addOwn?: (request: Parsed) => Parsed,
  ): Entity | undefined;
  /** Resolves when the request is settled. */
  whenSettled(
    entity: Entity,
    signal: AbortSignalLike | undefined,
  ): Promise<SettledRequest<Entity, Response>>;
  /** Cancels the pending requests with a JSON-RPC id. Returns whether there were any. */
  withdraw(requestId: RequestId, at: number): boolean;
}

/** A request as it was when it was settled. The state may free it immediately afterwards. */
export interface SettledRequest<Entity, Response> {
  /** Absent if the request was removed from the state while it was pending. */
  readonly entity?: Entity;
  readonly response: Response;
}

/** The position of the params in a frame. */
export const WIRE_PARAMS: readonly string[] = ["msg", "params"];

/** Creates the registry of pending requests of a store. */
export function createPendingRequests(
  committer: Committer,
  createId: CreateId,
  rejectFromAgent: RejectFromAgent,
): PendingRequests {
  const { tree } = committer;
  const byRequestId = new Map<string, WireRequest>();
  /** Callbacks that resolve when their request is settled, by the store's id of the request. */
  const waiting = new Map<string, Set<() => boolean>>();

  committer.onCommit((changes) => {
    if (waiting.size === 0) return;
    for (const change of changes)
      if (mayAnswerRequest(change)) entityIdsOfChange(change).forEach(tryToResolve);
  });

  function tryToResolve(id: string): void {
    const callbacks = waiting.get(id);
    if (callbacks === undefined) return;
    for (const tryResolve of callbacks) if (tryResolve()) callbacks.delete(tryResolve);
    if (callbacks.size === 0) waiting.delete(id);
  }

  function waitFor<Value>(id: string, read: () => Value | undefined): Promise<Value> {
    return new Promise((resolve) => {
      const tryResolve = (): boolean => {
        const value = read();
        if (value !== undefined) resolve(value);
        return value !== undefined;
      };
      if (!tryResolve()) waiting.set(id, (waiting.get(id) ?? new Set()).add(tryResolve));
    });
  }

  function withRules<Entity extends RequestEntity, Parsed, Response>(
    rules: RequestRules<Entity, Parsed, Response>,
  ): RequestsOfKind<Entity, Parsed, Response> {
    function onRequest(requestId: RequestId, params: unknown, at: number): IngestResult {
      const { request, path, diagnostics: found } = rules.parse(params, WIRE_PARAMS);
      const diagnostics = committer.report(found, at);
      const rejected = rejectFromAgent(sessionIdOf(params), WIRE_PARAMS, at);
      if (rejected !== undefined) return rejected;
      if (request === undefined) return { accepted: false, diagnostics };
      const same = findSame(request, requestId);
      const { id, result } =
        same === undefined
          ? create(request, requestId, at, path)
          : { id: rules.idOf(same), result: ACCEPTED };
      if (result.accepted)
        byRequestId.set(requestKey(requestId), { kind: rules.kind, id, handler: "none" });
      return { ...result, diagnostics: [...diagnostics, ...result.diagnostics] };
    }

    function open(
      sent: unknown,
      requestId: RequestId | undefined,
      addOwn?: (request: Parsed) => Parsed,
    ): Entity | undefined {
      const params = committer.limited(sent);
      const onWire = addOwn === undefined ? findOnWire(params, requestId) : undefined;
      const entity = onWire ?? parseAndOpen(params, requestId, addOwn);
      if (entity === undefined) return undefined;
      const reason = reasonNotToAsk(entity);
      if (reason !== undefined) cancel(entity, reason);
      return entity;
    }

    function findOnWire(params: unknown, requestId: RequestId | undefined): Entity | undefined {
      // Older SDKs do not tell a handler the id, but call the handlers in the order of the requests.
      const candidates =
        requestId === undefined ? byRequestId.values() : [byRequestId.get(requestKey(requestId))];
      for (const onWire of candidates) {
        if (onWire?.kind !== rules.kind || onWire.handler === "answered") continue;
        if (requestId === undefined && onWire.handler !== "none") continue;
        const entity = rules.find(onWire.id);
        if (entity === undefined || !rules.isAbout(entity, params)) continue;
        onWire.handler = entity.status === "pending" ? "waiting" : "answered";
        return entity;
      }
      return undefined;
    }

    function parseAndOpen(
      params: unknown,
      requestId: RequestId | undefined,
      addOwn: ((request: Parsed) => Parsed) | undefined,
    ): Entity | undefined {
      const { request: parsed, path, diagnostics } = rules.parse(params, []);
      const request = parsed === undefined ? undefined : (addOwn?.(parsed) ?? parsed);
      const same =
        request === undefined || requestId === undefined ? undefined : findSame(request, requestId);
      if (same !== undefined) return same;
      committer.report(diagnostics);
      if (request === undefined || isUnknownAndRejected(params)) return undefined;
      return rules.find(create(request, requestId, committer.now(), path).id);
    }

    /** The request of a closed session is recorded, and cancelled immediately. */
    function isUnknownAndRejected(params: unknown): boolean {
      const sessionId = sessionIdOf(params);
      return tree.find(sessionId) === undefined && rejectFromAgent(sessionId, []) !== undefined;
    }

    /** A reconnected agent may send a pending request a second time. */
    function findSame(request: Parsed, requestId: RequestId): Entity | undefined {
      return rules.findPending(requestId).find((entity) => rules.isSame(entity, request));
    }

    function create(
      request: Parsed,
      requestId: RequestId | undefined,
      at: number,
      path: Diagnostic["path"] | undefined,
    ): { readonly id: string; readonly result: IngestResult } {
      // An agent that reuses an id no longer waits for the earlier request.
      if (requestId !== undefined) withdraw(requestId, at);
      const id = createId(rules.kind, rules.isUsed);
      const result = committer.tryCommit(rules.requested(id, request, requestId), at, path);
      if (result.accepted) rules.onCreated?.(id);
      return { id, result };
    }

    /** After a cancel the user is no longer asked, but the agent still needs an answer. */
    function reasonNotToAsk({ sessionId, turnId }: Entity): SettledReason | undefined {
      const session = tree.find(sessionId);
      if (session?.fields.closed) return "session_closed";
      const turn = turnId === undefined ? undefined : session?.tables.turns.get(turnId);
      return turn?.status === "cancelling" ? "turn_cancelled" : undefined;
    }

    async function whenSettled(
      entity: Entity,
      signal: AbortSignalLike | undefined,
    ): Promise<SettledRequest<Entity, Response>> {
      const current = (): Entity | undefined => rules.find(rules.idOf(entity), entity.sessionId);
      const abort = (): void => cancel(current(), "aborted");
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      const settled = await waitFor(rules.idOf(entity), () => {
        const found = current();
        const response = rules.responseOf(found);
        return response && { response, ...(found && { entity: found }) };
      });
      signal?.removeEventListener("abort", abort);
      return settled;
    }

    function withdraw(requestId: RequestId, at: number): boolean {
      const pending = rules.findPending(requestId);
      for (const entity of pending) cancel(entity, "withdrawn", at);
      return pending.length > 0;
    }

    function cancel(entity: Entity | undefined, reason: SettledReason, at?: number): void {
      if (entity?.status === "pending") committer.commit(rules.cancelled(entity, reason), at);
    }

    return { onRequest, open, whenSettled, withdraw };
  }

  return {
    track: (requestId, request) => void byRequestId.set(requestKey(requestId), request),
    untrack: (requestId) => {
      const request = byRequestId.get(requestKey(requestId));
      byRequestId.delete(requestKey(requestId));
      return request;
    },
    clear: () => byRequestId.clear(),
    withRules,
  };
}

/** Returns whether a change may have settled a request. Almost no streamed update does. */
function mayAnswerRequest(change: ChangedPart): boolean {
  if (change.kind !== "entity" && change.kind !== "table") return false;
  return change.table.name === "permissions" || change.table.name === "elicitations";
}

/** Returns whether two values are deeply equal. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  return Object.is(shareStructure(one, other), one);
}
