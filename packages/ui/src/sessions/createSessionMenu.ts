import type { AgentMethodName } from "@acp-store/core/actions";
import type { SessionListActions } from "./sessionActions.js";
import { createArchiveItem, hasArchive } from "./sessionArchive.js";
import type { MenuItem } from "../controls/Menu.js";
import type { ListedSession } from "./useListedSessions.js";
import type { UiTexts } from "../texts/texts.js";

interface MenuContext {
  readonly supports: (name: AgentMethodName) => boolean;
  readonly actions: SessionListActions;
  readonly isReady: boolean;
  readonly texts: UiTexts["sessionMenu"];
  readonly onRename: () => void;
  readonly onForget: () => void;
  readonly onDelete: () => void;
}

/** An action of the menu. Local actions need no agent. */
interface SessionMenuItem extends MenuItem {
  readonly isLocal?: true;
}

/** Returns the actions for a session in its current state that the agent supports. */
export function createSessionMenu(
  { entry, title, isOpen, isSaved, parentTitle }: ListedSession,
  { supports, actions, isReady, texts, onRename, onForget, onDelete }: MenuContext,
): readonly MenuItem[] {
  const { sessionId, forkedFrom } = entry;
  const items: (SessionMenuItem | false | undefined)[] = [
    supports("setSessionTitle") &&
      actions.renameSession !== undefined && {
        label: texts.rename,
        icon: "pencil",
        shortcut: texts.renameShortcut,
        onChoose: onRename,
      },
    supports("forkSession") &&
      actions.forkSession !== undefined && {
        label: texts.fork,
        icon: "branch",
        onChoose: () => actions.forkSession?.(sessionId),
      },
    isSaved &&
      actions.continueSession !== undefined && {
        label: texts.continueSession,
        isLocal: true,
        icon: "move",
        onChoose: () => actions.continueSession?.(sessionId),
      },
    forkedFrom !== undefined &&
      parentTitle !== undefined && {
        label: texts.goToOriginal,
        icon: "move",
        onChoose: () => actions.showSession(forkedFrom),
      },
    hasArchive(supports) && createArchiveItem(entry, actions, texts),
    isOpen &&
      actions.copyMarkdown !== undefined && {
        label: texts.copyMarkdown,
        isLocal: true,
        icon: "copy",
        onChoose: () => actions.copyMarkdown?.(sessionId),
      },
    isOpen &&
      actions.downloadMarkdown !== undefined && {
        label: texts.downloadMarkdown,
        isLocal: true,
        icon: "download",
        onChoose: () => actions.downloadMarkdown?.(sessionId, title),
      },
    isSaved &&
      actions.exportSession !== undefined && {
        label: texts.export,
        isLocal: true,
        icon: "download",
        onChoose: () => actions.exportSession?.(sessionId, title),
      },
    isOpen && {
      label: texts.close,
      isLocal: true,
      icon: "cross",
      onChoose: () => actions.closeSession(sessionId),
    },
    isSaved &&
      actions.forgetSession !== undefined && {
        label: texts.forget,
        isLocal: true,
        icon: "eraser",
        isDangerous: true,
        onChoose: onForget,
      },
    supports("deleteSession") &&
      actions.deleteSession !== undefined && {
        label: texts.delete,
        icon: "trash",
        isDangerous: true,
        onChoose: onDelete,
      },
  ];
  return items.filter((item) => !!item).filter(({ isLocal }) => isReady || isLocal);
}
