import type { AcpView, CatalogEntry } from "@acp-store/core";
import type { AgentActions, AgentMethodName } from "@acp-store/core/actions";
import type { MenuItem } from "../controls/Menu.js";
import type { UiTexts } from "../texts/texts.js";

/** The actions on the archive of an agent. An action that is left out is not offered. */
export interface ArchiveActions {
  /** Archives a session. */
  archiveSession?(sessionId: string): void;
  /** Moves a session out of the archive. */
  unarchiveSession?(sessionId: string): void;
}

/** The requests of {@link ArchiveActions}. */
export type ArchiveAgent = Pick<AgentActions, "archiveSession" | "unarchiveSession">;

/** The parts that the actions on the archive use. */
interface ArchiveActionContext {
  readonly agent: ArchiveAgent;
  /** Runs an action, and shows its title and the reason if it fails. */
  readonly attempt: (title: string, action: () => Promise<unknown>) => Promise<void>;
  /** Runs an action that closes a session, and shows the one next to it if it was shown. */
  readonly leave: (sessionId: string, action: () => Promise<unknown>) => Promise<void>;
  readonly texts: UiTexts["sessionError"];
}

/** Creates the actions on the archive of an agent. */
export function createArchiveActions(context: ArchiveActionContext): Required<ArchiveActions> {
  const { agent, attempt, leave, texts } = context;
  return {
    archiveSession: (id) =>
      void attempt(texts.archive, () => leave(id, () => agent.archiveSession(id))),
    unarchiveSession: (id) => void attempt(texts.unarchive, () => agent.unarchiveSession(id)),
  };
}

/** Returns whether the agent can archive sessions and move them out of the archive. */
export function hasArchive(supports: (name: AgentMethodName) => boolean): boolean {
  return supports("archiveSession");
}

/** Creates the menu item that archives a session, or moves it out of the archive. */
export function createArchiveItem(
  { sessionId, archived }: CatalogEntry,
  actions: ArchiveActions,
  texts: UiTexts["sessionMenu"],
): MenuItem | undefined {
  const { archiveSession, unarchiveSession } = actions;
  const [label, choose] = archived
    ? [texts.unarchive, unarchiveSession]
    : [texts.archive, archiveSession];
  return choose && { label, icon: "archive", onChoose: () => choose.call(actions, sessionId) };
}

/**
 * Moves a session that the user wants to open out of the archive, if it is there. Rejects with the reason if
 * the agent refuses.
 */
export async function leaveArchive(
  view: AcpView,
  actions: { unarchiveSession?(sessionId: string): unknown },
  sessionId: string,
): Promise<void> {
  if (view.getState().catalog.get(sessionId)?.archived) await actions.unarchiveSession?.(sessionId);
}
