import type { Change } from "../commit/change.js";
import type { Committer } from "../commit/createCommitter.js";
import { pendingKey } from "../state/indexKeys.js";
import type { Permission } from "../state/requests.js";
import type { RequestId } from "../wire/jsonRpc.js";

/** Finds the permission requests of all sessions without a visit to each session. */
export interface PermissionIndex {
  has(permissionId: string): boolean;
  find(permissionId: string): Permission | undefined;
  /** Returns the pending requests with a JSON-RPC id, the oldest first. */
  findPending(requestId: RequestId): readonly Permission[];
}

/** Creates the index of a store, which follows its commits. */
export function createPermissionIndex({ tree, onCommit }: Committer): PermissionIndex {
  const sessionIds = new Map<string, string>();
  const pendingIds = new Map<string, Set<string>>();

  for (const sessionId of tree.sessions.keys()) addSession(sessionId);
  onCommit((changes) => {
    for (const change of changes) applyChange(change);
  });

  function applyChange(change: Change): void {
    if (change.kind === "session_added") return addSession(change.sessionId);
    if (!("table" in change) || change.table.name !== "permissions") return;
    const { sessionId = "" } = change.table;
    if (change.kind === "entity") addPermission(sessionId, change.id);
    else
      for (const id of change.ids) {
        if (change.table.has(id)) addPermission(sessionId, id);
        else sessionIds.delete(id);
      }
  }

  /** A session that is added may have permissions already. */
  function addSession(sessionId: string): void {
    const permissions = tree.find(sessionId)?.tables.permissions;
    if (permissions === undefined || permissions.size === 0) return;
    for (const id of permissions.snapshot().keys()) addPermission(sessionId, id);
  }

  function addPermission(sessionId: string, id: string): void {
    sessionIds.set(id, sessionId);
    const { requestId, status } = find(id) ?? {};
    if (requestId === undefined) return;
    const key = pendingKey(requestId);
    const ids = pendingIds.get(key) ?? new Set();
    if (status === "pending") pendingIds.set(key, ids.add(id));
    else if (ids.delete(id) && ids.size === 0) pendingIds.delete(key);
  }

  function find(permissionId: string): Permission | undefined {
    const session = tree.find(sessionIds.get(permissionId));
    return session?.tables.permissions.get(permissionId);
  }

  function findPending(requestId: RequestId): readonly Permission[] {
    const found = [...(pendingIds.get(pendingKey(requestId)) ?? [])].flatMap(
      (id) => find(id) ?? [],
    );
    return found.filter(({ status }) => status === "pending");
  }

  return { has: (id) => sessionIds.has(id), find, findPending };
}
