import {
  type AcpView,
  isAcpPermissionError,
  type Permission,
  selectPendingPermissions,
  selectPermission,
  selectPermissionTitle,
  selectSubagent,
} from "@acp-store/core";
import { describeOutcome } from "../shared/permissionText.js";

/** A button of a notification. */
export interface OptionItem {
  readonly title: string;
  readonly optionId: string;
}

/** `window.showInformationMessage` of VS Code. */
export type ShowMessage = (
  message: string,
  ...items: readonly OptionItem[]
) => PromiseLike<OptionItem | undefined>;

/**
 * Shows each new permission request of an agent as a notification with the options as buttons, if `isWanted`
 * allows it. `agentName` begins its text. The first answer wins, wherever it is given. VS Code cannot withdraw a notification, so a
 * later click on it only tells the user the outcome. Returns a function that stops this.
 */
export function notifyOfPermissions(
  store: AcpView,
  show: ShowMessage,
  isWanted: () => boolean,
  agentName?: string,
): () => void {
  const seen = new Set<string>();

  async function notify(permission: Permission): Promise<void> {
    const items = permission.options.map(({ name, optionId }) => ({ title: name, optionId }));
    const state = store.getState();
    const title = selectPermissionTitle(state, permission) ?? "The agent asks for permission";
    const subagent = selectSubagent(state, permission.sessionId);
    const text = subagent === undefined ? title : `Subagent ${subagent.title ?? ""}: ${title}`;
    const chosen = await show(agentName === undefined ? text : `${agentName}: ${text}`, ...items);
    // Closing the notification does not answer the request. The request stays in the panel.
    if (chosen === undefined) return;
    try {
      store.respondToPermission(permission.permissionId, chosen.optionId);
    } catch (error) {
      if (!isAcpPermissionError(error)) throw error;
      const { sessionId, permissionId } = permission;
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
