import {
  type AcpStore,
  type AcpStoreOptions,
  createAcpStore,
  type Permission,
  type PermissionOption,
  type PermissionPolicy,
} from "@acp-store/core";
import { permissionId } from "../support/trackedStore.js";

const KINDS = ["allow_once", "allow_always", "reject_once", "reject_always"] as const;

/** One option of each kind, whose id is its kind. */
export const options: readonly PermissionOption[] = optionsOf(...KINDS);

/** Returns one option for each kind, whose id is its kind. */
export function optionsOf(...kinds: readonly string[]): readonly PermissionOption[] {
  return kinds.map((kind) => ({ optionId: kind, name: `Say ${kind}`, kind }));
}

/** A store with a policy, and an agent that sends permission requests to it. */
export interface StoreWithPolicy {
  readonly store: AcpStore;
  /** Sends a request. Resolves with its permission once the policy has answered or declined to. */
  request(params: object): Promise<Permission>;
  /** Sends a request that the user answers if the policy does not. */
  requestFromUser(params: object, optionId: string): Promise<Permission>;
}

/** Creates a store with a policy. Requests get ids that count up from 1. */
export function storeWithPolicy(
  permissionPolicy: PermissionPolicy,
  storeOptions: AcpStoreOptions = {},
): StoreWithPolicy {
  const store = createAcpStore({
    idPrefix: "t",
    scheduler: "sync",
    permissionPolicy,
    ...storeOptions,
  });
  let lastRequestId = 0;

  async function request(params: object): Promise<Permission> {
    const requestId = ++lastRequestId;
    const allParams = {
      sessionId: "s1",
      options,
      toolCall: { toolCallId: `c${requestId}` },
      ...params,
    };
    void store.requestPermission(allParams, { requestId });
    await settlePromises();
    const permission = store
      .getState()
      .sessions.get(allParams.sessionId)
      ?.permissions.get(permissionId(store, requestId));
    if (permission === undefined) throw new Error("The store rejected the request.");
    return permission;
  }

  async function requestFromUser(params: object, optionId: string): Promise<Permission> {
    const permission = await request(params);
    if (permission.status === "pending")
      store.respondToPermission(permission.permissionId, optionId);
    await settlePromises();
    return permission;
  }

  return { store, request, requestFromUser };
}

/** Resolves after all promise callbacks that are queued now. */
function settlePromises(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
