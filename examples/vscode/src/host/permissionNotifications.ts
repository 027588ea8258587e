import {
  type AcpView,
  isAcpPermissionError,
  type Permission,
  selectPendingPermissions,
  selectPermission,
} from "@acp-store/core";
import { describeOutcome } from "../shared/permissionText.js";
import { describePermission } from "./describePermission.js";

/** A button of a notification. Without `optionId`, it shows the changes. */
export interface OptionItem {
  readonly title: string;
  readonly optionId?: string;
}

/** `window.showInformationMessage` of VS Code. */
export type ShowMessage = (
  message: string,
  ...items: readonly OptionItem[]
) => PromiseLike<OptionItem | undefined>;

/** The options of {@link notifyOfPermissions}. */
export interface NotificationOptions {
  readonly show: ShowMessage;
  /** Returns whether a new request is shown. */
  readonly isWanted: () => boolean;
  /** Begins the text. */
  readonly agentName?: string | undefined;
  /** Shows what a request would change. Without it, there is no button for it. */
  readonly showChanges?: (permission: Permission) => Promise<void>;
}

const SHOW_CHANGES: OptionItem = { title: "Show Changes" };

/**
 * Shows each new permission request of an agent as a notification with its command or changed files, and with the
 * options as buttons. The first answer wins, wherever it is given. VS Code cannot withdraw a notification, so a
 * later click on it only tells the user the outcome. Returns a function that stops this.
 */
export function notifyOfPermissions(
  store: AcpView,
  { show, isWanted, agentName, showChanges }: NotificationOptions,
): () => void {
  const seen = new Set<string>();

  async function notify(permission: Permission): Promise<void> {
    const { text, hasChanges } = describePermission(store.getState(), permission);
    const items = permission.options.map(({ name, optionId }) => ({ title: name, optionId }));
    const chosen = await show(
      agentName === undefined ? text : `${agentName}: ${text}`,
      ...items,
      ...(hasChanges && showChanges ? [SHOW_CHANGES] : []),
    );
    // Closing the notification does not answer the request. The request stays in the panel.
    if (chosen === undefined) return;
    const { sessionId, permissionId } = permission;
    if (chosen.optionId === undefined) {
      await showChanges?.(permission);
      // A click closes the notification, so it is shown again if there is something to answer.
      const current = selectPermission(store.getState(), sessionId, permissionId);
      return current?.status === "pending" ? notify(permission) : undefined;
    }
    try {
      store.respondToPermission(permissionId, chosen.optionId);
    } catch (error) {
      if (!isAcpPermissionError(error)) throw error;
      const settled = selectPermission(store.getState(), sessionId, permissionId);
      await show(describeOutcome(permission, settled, "in the panel"));
    }
  }

  return store.watch({ type: "table", table: "permissions" }, () => {
    for (const permission of selectPendingPermissions(store.getState())) {
      if (seen.has(permission.permissionId)) continue;
      seen.add(permission.permissionId);
      if (isWanted()) void notify(permission);
    }
  });
}
