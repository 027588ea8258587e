import {
  type AcpStore,
  type AcpStoreOptions,
  createAcpStore,
  type Permission,
  type PermissionOption,
  type PermissionPolicy,
} from "@acp-store/core";

const KINDS = ["allow_once", "allow_always", "reject_once", "reject_always"] as const;

/** One option of each kind; its id is its kind. */
export const options: readonly PermissionOption[] = optionsOf(...KINDS);

export function optionsOf(...kinds: readonly string[]): readonly PermissionOption[] {
  return kinds.map((kind) => ({ optionId: kind, name: `Say ${kind}`, kind }));
}

/** A store, and the requests of an agent that go through its policy. */
export interface Asking {
  readonly store: AcpStore;
  /** Asks, and resolves with what came of it once the policy has had its say. */
  ask(request: object): Promise<Permission>;
  /** Asks, and has the user answer if the policy does not. */
  askUser(request: object, optionId: string): Promise<Permission>;
}

export function asking(permissionPolicy: PermissionPolicy, more: AcpStoreOptions = {}): Asking {
  const store = createAcpStore({ scheduler: "sync", permissionPolicy, ...more });
  let count = 0;

  async function ask(request: object): Promise<Permission> {
    const requestId = ++count;
    const params = {
      sessionId: "s1",
      options,
      toolCall: { toolCallId: `c${requestId}` },
      ...request,
    };
    void store.requestPermission(params, { requestId });
    await aTurn();
    const permission = store
      .getState()
      .sessions.get(params.sessionId)
      ?.permissions.get(String(requestId));
    if (permission === undefined) throw new Error("The request was not taken in.");
    return permission;
  }

  async function askUser(request: object, optionId: string): Promise<Permission> {
    const permission = await ask(request);
    if (permission.status === "pending")
      store.respondToPermission(permission.permissionId, optionId);
    await aTurn();
    return permission;
  }

  return { store, ask, askUser };
}

/** All that waits in promises is done. */
function aTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
