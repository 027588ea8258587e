import {
  createAcpStore,
  deserialize,
  type Frame,
  selectPendingPermissions,
  serialize,
} from "@acp-store/core";
import { toV1Update } from "@acp-store/core/convert";
import { rejectKinds } from "@acp-store/core/policies";
import { createReadSource, timelineRead } from "@acp-store/core/reads";
import { createReplica } from "@acp-store/core/replica";

// The program that `ecmaScriptOnly.test.ts` runs without any host. It gets and returns JSON, because
// the objects of another context have other prototypes.

/** Creates everything that an application creates before the agent has said anything. */
export function createAll(): void {
  const store = createAcpStore();
  createReplica({ initialState: store.getState() });
  createReadSource(store, timelineRead("s1")).subscribe(() => {});
  createAcpStore({ permissionPolicy: rejectKinds(["edit"]) });
}

/** Observes frames. Returns the state of the store, and of a replica of it, as JSON. */
export function play(frames: string): string {
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 0 });
  const replica = createReplica({ initialState: store.getState(), scheduler: "sync" });
  store.inspect((record) => {
    if (record.type === "commit") replica.applyPatches(record.patches);
  });
  for (const frame of JSON.parse(frames) as Frame[]) store.observe(frame);
  const saved = serialize(store.getState());
  createAcpStore().restoreSession(deserialize(saved));
  return JSON.stringify({ store: saved, replica: serialize(replica.getState()) });
}

/** Returns the ids of turns of stores that were created at the same moment. */
export function createIds(count: number): string {
  const ids = Array.from({ length: count }, () => createAcpStore().startTurn("s1"));
  return JSON.stringify(ids);
}

/** Resolves when the listeners of a store with the default scheduler have run. */
export function listen(): Promise<string> {
  const store = createAcpStore();
  return new Promise((resolve) => {
    store.subscribe(() => resolve(`${selectPendingPermissions(store.getState()).length} pending`));
    store.startTurn("s1");
  });
}

/** Returns the reason that a store with a scheduler throws. */
export function reasonOf(scheduler: "frame" | "microtask"): unknown {
  try {
    createAcpStore({ scheduler });
    return undefined;
  } catch (error) {
    return (error as { reason?: unknown }).reason;
  }
}

export const converted: string = JSON.stringify(
  toV1Update({ sessionUpdate: "tool_call_update", toolCallId: "c1", title: "Read" }),
);
