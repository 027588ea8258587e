import {
  type AcpState,
  type AcpView,
  type Elicitation,
  type ElicitationResponse,
  type Permission,
  type SessionAttention,
  selectAttention,
  selectPendingElicitations,
  selectPendingPermissions,
  type WatchTarget,
} from "@acp-store/core";
import { useMemo } from "react";
import { useAcpView, useSessionId } from "./context.js";
import { memoized, type Read, type SessionRead, useWatched } from "./useWatched.js";

/** A pending permission request and the function that answers it. */
export interface PendingPermission extends Permission {
  /**
   * Answers with one of `options`.
   * @throws AcpPermissionError if the option was not offered or the request is already settled.
   */
  respond(optionId: string): void;
}

/** A pending request for user input and the function that answers it. */
export interface PendingElicitation extends Elicitation {
  /**
   * Accepts with the content of the form, declines or cancels.
   * @throws AcpElicitationError if the request is already settled.
   */
  respond(answer: ElicitationResponse): void;
}

/**
 * Returns the pending permission requests of a session, the oldest first. Updates of the tool
 * calls they ask about never change them.
 *
 * @example
 * ```tsx
 * function Permissions() {
 *   return usePendingPermissions().map((permission) =>
 *     permission.options.map((option) => (
 *       <button key={option.optionId} onClick={() => permission.respond(option.optionId)}>
 *         {option.name}
 *       </button>
 *     )),
 *   );
 * }
 * ```
 */
export function usePendingPermissions<Value = readonly PendingPermission[]>(
  options?: SessionRead<readonly PendingPermission[], Value>,
): Value {
  return usePermissionsOf(useSessionId(options), options);
}

/** Returns the pending permission requests of all sessions, the oldest first. */
export function useAllPendingPermissions<Value = readonly PendingPermission[]>(
  options?: Read<readonly PendingPermission[], Value>,
): Value {
  return usePermissionsOf(undefined, options);
}

function usePermissionsOf<Value>(
  sessionId: string | undefined,
  options: Read<readonly PendingPermission[], Value> | undefined,
): Value {
  const target: WatchTarget = {
    type: "table",
    table: "permissions",
    ...(sessionId !== undefined && { sessionId }),
  };
  return useAnswerable(
    target,
    (state) => selectPendingPermissions(state, sessionId),
    respondToPermission,
    options,
  );
}

function respondToPermission(store: AcpView, request: Permission, optionId: string): void {
  store.respondToPermission(request.permissionId, optionId);
}

/**
 * Returns the pending requests for user input of a session, the oldest first.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 *
 * @example
 * ```tsx
 * function Questions() {
 *   return usePendingElicitations().map((question) => (
 *     <button key={question.elicitationId} onClick={() => question.respond({ action: "decline" })}>
 *       Decline: {question.message}
 *     </button>
 *   ));
 * }
 * ```
 */
export function usePendingElicitations<Value = readonly PendingElicitation[]>(
  options?: SessionRead<readonly PendingElicitation[], Value>,
): Value {
  return useElicitationsOf(useSessionId(options), options);
}

/**
 * Returns the pending requests for user input of all sessions, and those that belong to no
 * session, such as during sign-in; the oldest first.
 */
export function useAllPendingElicitations<Value = readonly PendingElicitation[]>(
  options?: Read<readonly PendingElicitation[], Value>,
): Value {
  return useElicitationsOf(undefined, options);
}

function useElicitationsOf<Value>(
  sessionId: string | undefined,
  options: Read<readonly PendingElicitation[], Value> | undefined,
): Value {
  return useAnswerable(
    { type: "state", field: "elicitations" },
    (state) => selectPendingElicitations(state, sessionId),
    respondToElicitation,
    options,
  );
}

function respondToElicitation(
  store: AcpView,
  request: Elicitation,
  answer: ElicitationResponse,
): void {
  store.respondToElicitation(request.elicitationId, answer);
}

/**
 * Returns the pending requests of all sessions, grouped by session, the session with the oldest
 * request first. Renders again only when a request arrives or is settled.
 *
 * @example
 * ```tsx
 * function Badge({ sessionId }: { sessionId: string }) {
 *   const isWaiting = useAttention((all) => all.some((item) => item.sessionId === sessionId));
 *   return isWaiting ? <b>Waiting for you</b> : null;
 * }
 * ```
 */
export function useAttention<Value = readonly SessionAttention[]>(
  options?: Read<readonly SessionAttention[], Value>,
): Value {
  return useWatched(
    {
      targets: [
        { type: "table", table: "permissions" },
        { type: "state", field: "elicitations" },
        { type: "sessionIds" },
      ],
      read: selectAttention,
    },
    options,
  );
}

type Answerable<Request, Answer> = Request & { respond(answer: Answer): void };

/**
 * Reads pending requests and adds `respond` to each, only once, so that it keeps its reference
 * while the request is pending.
 */
function useAnswerable<Request extends object, Answer, Value>(
  target: WatchTarget,
  select: (state: AcpState) => readonly Request[],
  respond: (store: AcpView, request: Request, answer: Answer) => void,
  options: Read<readonly Answerable<Request, Answer>[], Value> | undefined,
): Value {
  const store = useAcpView();
  const withRespond = useMemo(
    () =>
      memoized((request: Request) => ({
        ...request,
        respond: (answer: Answer) => respond(store, request, answer),
      })),
    [store, respond],
  );
  return useWatched(
    { targets: [target], read: (state) => select(state).map(withRespond) },
    options,
  );
}
