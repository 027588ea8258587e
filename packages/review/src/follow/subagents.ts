import type { AcpStore, Session } from "@acp-store/core";

/** Returns the session that the user prompts: for a subagent, the one that started it. */
export function ownerOf(store: Pick<AcpStore, "getState">, session: Session): Session {
  const { sessions } = store.getState();
  const visited = new Set<Session>();
  let owner = session;
  for (;;) {
    visited.add(owner);
    const { parentSessionId } = owner;
    const parent = parentSessionId === undefined ? undefined : sessions.get(parentSessionId);
    if (parent === undefined || visited.has(parent)) return owner;
    owner = parent;
  }
}

/** Returns the folders of a session. A subagent works in those of its owner, unless it names others. */
export function foldersOf(
  store: AcpStore,
  session: Session,
): Pick<Session, "cwd" | "additionalDirectories"> {
  return session.cwd === undefined ? ownerOf(store, session) : session;
}
