import type { RemoteFleet } from "@acp-store/fleet/mirror";
import {
  type LaunchChoice,
  type LaunchProgress,
  launchProgress,
  METHODS,
  type RegistryList,
  registryList,
} from "./registryMessages.js";

/** The options of adding or updating an agent. */
export interface LaunchOptions {
  /** Called with each step of the server. */
  readonly onProgress?: (progress: LaunchProgress) => void;
  /**
   * Cancels the change: the promise rejects with the reason of the signal, and the server stops the download
   * or the program and removes what it has written. Has no effect once the agent has started.
   */
  readonly signal?: AbortSignal;
}

/** The requests about the registry. All of them reject like `RemoteFleet.request`. */
export interface RegistryClient {
  /** Resolves with the agents. `refresh` asks the network even if there is a recent copy. */
  list(options?: { readonly refresh?: boolean }): Promise<RegistryList>;
  /**
   * Installs an agent, starts it, and adds it to the fleet. It is kept if it has started. A page that is closed
   * before cancels it.
   */
  add(choice: LaunchChoice, options?: LaunchOptions): Promise<void>;
  /**
   * Replaces an added agent with the version of the registry, if that version starts. A page that is closed
   * before cancels it.
   */
  update(choice: LaunchChoice, options?: LaunchOptions): Promise<void>;
  /** Stops an added agent and removes it. Its saved sessions stay. */
  remove(agentId: string): Promise<void>;
}

/**
 * Returns the requests of a page about the registry, which the server answers with `registryRequests`. The
 * page needs the right to manage agents.
 *
 * @example
 * ```ts
 * const registry = createRegistryClient(fleet);
 * const { agents } = await registry.list();
 * ```
 */
export function createRegistryClient(fleet: Pick<RemoteFleet, "request">): RegistryClient {
  async function launch(
    method: string,
    choice: LaunchChoice,
    { onProgress, signal }: LaunchOptions = {},
  ): Promise<void> {
    await fleet.request(method, choice, {
      ...(signal && { signal }),
      onProgress(value) {
        const { data } = launchProgress.safeParse(value);
        if (data !== undefined) onProgress?.(data);
      },
    });
  }

  return {
    list: async (options = {}) => registryList.parse(await fleet.request(METHODS.list, options)),
    add: (choice, options) => launch(METHODS.add, choice, options),
    update: (choice, options) => launch(METHODS.update, choice, options),
    remove: async (id) => void (await fleet.request(METHODS.remove, { id })),
  };
}
