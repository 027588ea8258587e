import type { SessionActions } from "../connection/createSessionActions.js";
import type { MenuItem } from "../ui/Menu.js";
import type { SessionAbilities } from "./sessionAbilities.js";
import type { ListedSession } from "./useListedSessions.js";

interface MenuContext {
  readonly abilities: SessionAbilities;
  readonly actions: SessionActions;
  readonly isReady: boolean;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** Returns the actions that the agent supports for a session in its current state. */
export function createSessionMenu(
  { entry, isOpen, parentTitle }: ListedSession,
  { abilities, actions, isReady, onRename, onDelete }: MenuContext,
): readonly MenuItem[] {
  const { sessionId, forkedFrom, archived } = entry;
  const { canFork, canRename, canArchive, canDelete } = abilities;
  const items: (MenuItem | false)[] = [
    canRename && { label: "Rename", icon: "pencil", shortcut: "F2", onChoose: onRename },
    canFork && {
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
    canArchive &&
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
    canDelete && { label: "Delete…", icon: "trash", isDangerous: true, onChoose: onDelete },
  ];
  // Without a connection, a session can still be closed.
  return items.flatMap((item) =>
    item !== false && (isReady || item.label === "Close") ? [item] : [],
  );
}
