import { selectPendingElicitations } from "../select/elicitations.js";
import { selectAttention, type SessionAttention } from "../select/selectAttention.js";
import { selectPermissionTitle } from "../select/selectPermissionTitle.js";
import { selectPendingPermissions } from "../select/sessions.js";
import type { Elicitation, Permission } from "../state/requests.js";
import type { ElicitationResponse } from "../store/requestTypes.js";
import type { AcpView } from "../store/view.js";
import { memoized } from "./memoized.js";
import type { StateRead } from "./stateRead.js";

/** A pending permission request with the title to show, and the function that answers it. */
export interface PendingPermission extends Permission {
  /** The title for display, see `selectPermissionTitle`. Absent if the agent has not sent any. */
  readonly displayTitle?: string;
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
 * oldest first. A request keeps its reference while it is pending and its title is the same.
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
    // The title may be that of the tool call.
    targets: (["permissions", "toolCalls"] as const).map((table) => ({
      type: "table",
      table,
      ...(sessionId !== undefined && { sessionId }),
    })),
    read: (state, view) => {
      const toPending = pendingPermissionsOf(view);
      return selectPendingPermissions(state, sessionId).map((permission) =>
        toPending(permission)(selectPermissionTitle(state, permission)),
      );
    },
  };
}

const pendingPermissionsOf: (
  view: AcpView,
) => (permission: Permission) => (displayTitle: string | undefined) => PendingPermission =
  /* @__PURE__ */ memoized((view) =>
    memoized((permission) => {
      let known: PendingPermission | undefined;
      return (displayTitle) => {
        if (known === undefined || known.displayTitle !== displayTitle)
          known = {
            ...permission,
            ...(displayTitle !== undefined && { displayTitle }),
            respond: (optionId) => view.respondToPermission(permission.permissionId, optionId),
          };
        return known;
      };
    }),
  );

/**
 * Returns a read of the pending requests for user input of a session, the oldest first. Without an
 * id it reads those of all sessions, and those that belong to no session, such as during sign-in.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
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

/**
 * Returns a read of the pending requests of all sessions, grouped by session, the session with the
 * oldest request first.
 */
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
