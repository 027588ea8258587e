import type { Session } from "@acp-store/core";
import type { Fleet } from "@acp-store/fleet/owner";

/** Returns whether a folder is that of an agent, or one of the folders of a session that an agent has or lists. */
export function isKnownFolder({ agents }: Pick<Fleet, "agents">, folder: string): boolean {
  for (const { definition, store } of agents.values()) {
    const { sessions, catalog } = store.getState();
    if (definition.cwd === folder) return true;
    for (const each of sessions.values()) if (isFolderOf(each, folder)) return true;
    for (const each of catalog.values()) if (isFolderOf(each, folder)) return true;
  }
  return false;
}

function isFolderOf(
  { cwd, additionalDirectories }: Pick<Session, "additionalDirectories" | "cwd">,
  folder: string,
): boolean {
  return cwd === folder || (additionalDirectories?.includes(folder) ?? false);
}
