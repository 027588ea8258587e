import { selectPendingElicitations } from "../select/elicitations.js";
import { selectAttention, type SessionAttention } from "../select/selectAttention.js";
import { selectPendingPermissions } from "../select/sessions.js";
import type { Elicitation, Permission } from "../state/requests.js";
import type { ElicitationResponse } from "../store/requestTypes.js";
import type { AcpView } from "../store/view.js";
import { memoized } from "./memoized.js";
import type { StateRead } from "./stateRead.js";

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
 * Returns a read of the pending permission requests of a session, without an id of all sessions; the
 * oldest first. A request keeps its reference while it is pending.
 *
 * @example
 * ```ts
 * const [request] = createReadSource(store, pendingPermissionsRead("s1")).get();
 * request?.respond("allow");
 * ```
 */
export function pendingPermissionsRead(
  sessionId?: string,
): StateRead<readonly PendingPermission[]> {
  return {
    targets: [
      { type: "table", table: "permissions", ...(sessionId !== undefined && { sessionId }) },
    ],
    read: (state, view) =>
      selectPendingPermissions(state, sessionId).map(permissionsWithRespond(view)),
  };
}

const permissionsWithRespond: (view: AcpView) => (permission: Permission) => PendingPermission =
  /* @__PURE__ */ memoized((view) =>
    memoized((permission) => ({
      ...permission,
      respond: (optionId) => view.respondToPermission(permission.permissionId, optionId),
    })),
  );

/**
 * Returns a read of the pending requests for user input of a session, the oldest first. Without an
 * id it reads those of all sessions, and those that belong to no session, such as during sign-in.
 */
export function pendingElicitationsRead(
  sessionId?: string,
): StateRead<readonly PendingElicitation[]> {
  return {
    targets: [{ type: "state", field: "elicitations" }],
    read: (state, view) =>
      selectPendingElicitations(state, sessionId).map(elicitationsWithRespond(view)),
  };
}

const elicitationsWithRespond: (view: AcpView) => (elicitation: Elicitation) => PendingElicitation =
  /* @__PURE__ */ memoized((view) =>
    memoized((elicitation) => ({
      ...elicitation,
      respond: (answer) => view.respondToElicitation(elicitation.elicitationId, answer),
    })),
  );

/** Returns a read of the pending requests of all sessions, grouped by session. */
export function attentionRead(): StateRead<readonly SessionAttention[]> {
  return {
    targets: [
      { type: "table", table: "permissions" },
      { type: "state", field: "elicitations" },
      { type: "sessionIds" },
    ],
    read: selectAttention,
  };
}
