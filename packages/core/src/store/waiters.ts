import type { AbortSignalLike } from "../notify/environment.js";
import type { Change } from "../commit/change.js";
import type { Kernel } from "./kernel.js";

/** Those who wait until a request of the agent is settled. */
export interface Waiters<Response> {
  /** Resolves as soon as there is a response. */
  wait(id: string): Promise<Response>;
}

/** `responseOf` is `undefined` as long as the request is pending. */
export function createWaiters<Response>(
  kernel: Kernel,
  responseOf: (id: string) => Response | undefined,
): Waiters<Response> {
  const waiting = new Map<string, Set<(response: Response) => void>>();

  kernel.afterCommit((changes) => {
    if (waiting.size === 0 || !changes.some(mayAnswer)) return;
    for (const [id, resolvers] of waiting) {
      const response = responseOf(id);
      if (response === undefined) continue;
      waiting.delete(id);
      for (const resolve of resolvers) resolve(response);
    }
  });

  async function wait(id: string): Promise<Response> {
    const response = responseOf(id);
    if (response !== undefined) return response;
    return new Promise((resolve) => {
      const resolvers = waiting.get(id) ?? new Set();
      waiting.set(id, resolvers.add(resolve));
    });
  }

  return { wait };
}

/** Almost nothing that an agent streams does, and looking for a request costs a look at all sessions. */
function mayAnswer(change: Change): boolean {
  if (change.kind !== "entity" && change.kind !== "table") return false;
  return change.table.name === "permissions" || change.table.name === "elicitations";
}

/** Calls `abort` when the signal says so, at most once; returns how to stop listening. */
export function onAbort(signal: AbortSignalLike | undefined, abort: () => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  return () => signal.removeEventListener("abort", abort);
}
