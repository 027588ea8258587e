import { useCallback, useEffect, useState } from "react";
import { getErrorMessage } from "../format/errors.js";
import type {
  RegistryChangeOptions,
  RegistryChoice,
  RegistryEntry,
  RegistryProgress,
  RegistrySource,
} from "./registrySource.js";

/** A change of an agent that is running or has failed. */
export interface RegistryChange {
  /** The last progress of a running change. */
  readonly progress?: RegistryProgress;
  /** The message of the error if the change has failed. */
  readonly error?: string;
  /** Cancels the change. Absent if it cannot be cancelled. */
  readonly cancel?: () => void;
}

/** The agents of a registry, and the changes of the user. */
export interface RegistryState {
  /** The agents. `undefined` until the first list has arrived. */
  readonly agents?: readonly RegistryEntry[];
  /** The reason the list is old or could not be loaded. */
  readonly problem?: string;
  readonly isLoading: boolean;
  /** The running and failed changes by the ids of their agents. */
  readonly changes: ReadonlyMap<string, RegistryChange>;
  readonly refresh: () => void;
  readonly add: (choice: RegistryChoice) => void;
  readonly update: (choice: RegistryChoice) => void;
  readonly remove: (agentId: string) => void;
}

interface Loaded {
  readonly agents?: readonly RegistryEntry[];
  readonly problem?: string;
}

async function list(registry: RegistrySource, refresh: boolean): Promise<Loaded> {
  try {
    const { agents, reason } = await registry.list({ refresh });
    return { agents, ...(reason !== undefined && { problem: reason }) };
  } catch (error) {
    return { problem: getErrorMessage(error) };
  }
}

/** Loads the agents of a registry, and again after each change. */
export function useRegistry(registry: RegistrySource): RegistryState {
  const [loaded, setLoaded] = useState<Loaded>({});
  const [isLoading, setIsLoading] = useState(true);
  const [changes, setChanges] = useState<ReadonlyMap<string, RegistryChange>>(new Map());

  const show = useCallback((next: Loaded) => {
    // After a failure, the last list stays.
    setLoaded((before) => ({ ...(before.agents && { agents: before.agents }), ...next }));
    setIsLoading(false);
  }, []);
  useEffect(() => void list(registry, false).then(show), [registry, show]);

  const setChange = (id: string, change: RegistryChange | undefined): void =>
    setChanges((before) => {
      const next = new Map(before);
      if (change === undefined) next.delete(id);
      else next.set(id, change);
      return next;
    });

  async function change(id: string, run: () => Promise<void>): Promise<void> {
    setChange(id, {});
    try {
      await run();
      show(await list(registry, false));
      setChange(id, undefined);
    } catch (error) {
      setChange(id, { error: getErrorMessage(error) });
    }
  }

  async function launch(
    { id }: RegistryChoice,
    run: (options: RegistryChangeOptions) => Promise<void>,
  ): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const cancel = (): void => controller.abort();
    await change(id, async () => {
      setChange(id, { cancel });
      try {
        await run({
          signal,
          onProgress: (progress) => !signal.aborted && setChange(id, { progress, cancel }),
        });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
  }

  return {
    ...loaded,
    isLoading,
    changes,
    refresh() {
      setIsLoading(true);
      void list(registry, true).then(show);
    },
    add: (choice) => void launch(choice, (changing) => registry.add(choice, changing)),
    update: (choice) => void launch(choice, (changing) => registry.update(choice, changing)),
    remove: (id) => void change(id, () => registry.remove(id)),
  };
}
