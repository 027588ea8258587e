import type { Session } from "@acp-store/core";
import type { PageRequest } from "@acp-store/fleet/mirror";
import type { Fleet } from "@acp-store/fleet/owner";

/**
 * Returns whether a folder is that of an agent that the page sees, or one of the folders of a session that it sees,
 * open or listed.
 */
export function isKnownFolder(
  { agents }: Pick<Fleet, "agents">,
  folder: string,
  sees: PageRequest["sees"],
): boolean {
  for (const [agentId, { definition, store }] of agents) {
    if (!sees(agentId)) continue;
    if (definition.cwd === folder) return true;
    const { sessions, catalog } = store.getState();
    for (const table of [sessions, catalog])
      for (const [sessionId, session] of table)
        if (isFolderOf(session, folder) && sees(agentId, sessionId)) return true;
  }
  return false;
}

function isFolderOf(
  { cwd, additionalDirectories }: Pick<Session, "additionalDirectories" | "cwd">,
  folder: string,
): boolean {
  return cwd === folder || (additionalDirectories?.includes(folder) ?? false);
}
