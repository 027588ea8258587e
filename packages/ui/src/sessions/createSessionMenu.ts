import type { AgentMethodName } from "@acp-store/client";
import type { SessionListActions } from "./sessionActions.js";
import type { MenuItem } from "../controls/Menu.js";
import type { ListedSession } from "./useListedSessions.js";

interface MenuContext {
  readonly supports: (name: AgentMethodName) => boolean;
  readonly actions: SessionListActions;
  readonly isReady: boolean;
  readonly onRename: () => void;
  readonly onForget: () => void;
  readonly onDelete: () => void;
}

/** The actions that need no agent. */
const LOCAL_ACTIONS: ReadonlySet<string> = new Set(["Close", "Export", "Forget this session…"]);

/** Returns the actions for a session in its current state, as far as the agent supports them. */
export function createSessionMenu(
  { entry, title, isOpen, isSaved, parentTitle }: ListedSession,
  { supports, actions, isReady, onRename, onForget, onDelete }: MenuContext,
): readonly MenuItem[] {
  const { sessionId, forkedFrom, archived } = entry;
  const items: (MenuItem | false)[] = [
    supports("setSessionTitle") &&
      actions.renameSession !== undefined && {
        label: "Rename",
        icon: "pencil",
        shortcut: "F2",
        onChoose: onRename,
      },
    supports("forkSession") &&
      actions.forkSession !== undefined && {
        label: "Fork",
        icon: "branch",
        onChoose: () => actions.forkSession?.(sessionId),
      },
    forkedFrom !== undefined &&
      parentTitle !== undefined && {
        label: "Go to original",
        icon: "move",
        onChoose: () => actions.showSession(forkedFrom),
      },
    supports("archiveSession") &&
      actions.archiveSession !== undefined &&
      (archived
        ? {
            label: "Unarchive",
            icon: "archive",
            onChoose: () => actions.unarchiveSession?.(sessionId),
          }
        : {
            label: "Archive",
            icon: "archive",
            onChoose: () => actions.archiveSession?.(sessionId),
          }),
    isSaved &&
      actions.exportSession !== undefined && {
        label: "Export",
        icon: "download",
        onChoose: () => actions.exportSession?.(sessionId, title),
      },
    isOpen && {
      label: "Close",
      icon: "cross",
      onChoose: () => actions.closeSession(sessionId),
    },
    isSaved &&
      actions.forgetSession !== undefined && {
        label: "Forget this session…",
        icon: "eraser",
        isDangerous: true,
        onChoose: onForget,
      },
    supports("deleteSession") &&
      actions.deleteSession !== undefined && {
        label: "Delete…",
        icon: "trash",
        isDangerous: true,
        onChoose: onDelete,
      },
  ];
  return items.flatMap((item) =>
    item !== false && (isReady || LOCAL_ACTIONS.has(item.label)) ? [item] : [],
  );
}
