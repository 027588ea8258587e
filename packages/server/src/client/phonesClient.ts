import type { StateStore } from "@acp-store/core/reads";
import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { onEachConnection } from "./onEachConnection.js";
import {
  type Phone,
  PHONE_METHODS,
  type PhoneInvitation,
  phoneInvitation,
  phoneList,
} from "./phoneMessages.js";

/**
 * The phones that users have invited, and the requests about them. The list can be read like a zustand
 * store. It is followed while it has subscribers, and stays as it was while there is no connection.
 */
export interface PhonesClient extends StateStore<readonly Phone[]> {
  /** Resolves with a link for one phone. An earlier link no longer works. Rejects like `RemoteFleet.request`. */
  invite(): Promise<PhoneInvitation>;
  /**
   * Refuses a phone from now on, and closes its pages. Does nothing if there is no phone with this id. Rejects
   * like `RemoteFleet.request`.
   */
  disconnect(id: string): Promise<void>;
}

const NO_PHONES: readonly Phone[] = [];

/**
 * Returns the phones of a server that has the option `phones`. The page needs the right to manage agents.
 *
 * @example
 * ```ts
 * const phones = createPhonesClient(fleet);
 * phones.subscribe(() => console.log(phones.getState()));
 * const { link } = await phones.invite();
 * ```
 */
export function createPhonesClient(
  fleet: Pick<RemoteFleet, "connection" | "request">,
): PhonesClient {
  const listeners = new Set<() => void>();
  let phones = NO_PHONES;
  let following = new AbortController();
  let stopWatching = (): void => {};

  function follow(): void {
    const { signal } = following;
    const onProgress = (value: unknown): void => {
      const { data } = phoneList.safeParse(value);
      if (data === undefined || signal.aborted) return;
      phones = data;
      for (const listener of [...listeners]) listener();
    };
    // It ends with the connection, and never if the server has no phones.
    fleet.request(PHONE_METHODS.follow, undefined, { signal, onProgress }).catch(() => {});
  }

  return {
    invite: async () => phoneInvitation.parse(await fleet.request(PHONE_METHODS.invite)),
    disconnect: async (id) => void (await fleet.request(PHONE_METHODS.disconnect, { id })),
    getState: () => phones,
    getInitialState: () => NO_PHONES,
    subscribe(listener) {
      // Another object for each subscriber, so that a listener can be added twice.
      const added = (): void => listener();
      listeners.add(added);
      if (listeners.size === 1) {
        following = new AbortController();
        stopWatching = onEachConnection(fleet, follow);
      }
      return () => {
        if (!listeners.delete(added) || listeners.size > 0) return;
        stopWatching();
        following.abort();
      };
    },
  };
}
