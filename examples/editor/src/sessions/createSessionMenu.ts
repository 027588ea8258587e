import type { AgentMethodName } from "@acp-store/client";
import type { SessionActions } from "../connection/createSessionActions.js";
import type { MenuItem } from "../ui/Menu.js";
import type { ListedSession } from "./useListedSessions.js";

interface MenuContext {
  readonly supports: (name: AgentMethodName) => boolean;
  readonly actions: SessionActions;
  readonly isReady: boolean;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** Returns the actions that the agent supports for a session in its current state. */
export function createSessionMenu(
  { entry, isOpen, parentTitle }: ListedSession,
  { supports, actions, isReady, onRename, onDelete }: MenuContext,
): readonly MenuItem[] {
  const { sessionId, forkedFrom, archived } = entry;
  const items: (MenuItem | false)[] = [
    supports("setSessionTitle") && {
      label: "Rename",
      icon: "pencil",
      shortcut: "F2",
      onChoose: onRename,
    },
    supports("forkSession") && {
      label: "Fork",
      icon: "branch",
      onChoose: () => actions.forkSession(sessionId),
    },
    forkedFrom !== undefined &&
      parentTitle !== undefined && {
        label: "Go to original",
        icon: "move",
        onChoose: () => actions.showSession(forkedFrom),
      },
    supports("archiveSession") &&
      (archived
        ? {
            label: "Unarchive",
            icon: "archive",
            onChoose: () => actions.unarchiveSession(sessionId),
          }
        : {
            label: "Archive",
            icon: "archive",
            onChoose: () => actions.archiveSession(sessionId),
          }),
    isOpen && {
      label: "Close",
      icon: "cross",
      onChoose: () => actions.closeSession(sessionId),
    },
    supports("deleteSession") && {
      label: "Delete…",
      icon: "trash",
      isDangerous: true,
      onChoose: onDelete,
    },
  ];
  // Without a connection, a session can still be closed.
  return items.flatMap((item) =>
    item !== false && (isReady || item.label === "Close") ? [item] : [],
  );
}
