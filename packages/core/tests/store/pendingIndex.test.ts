import {
  type AcpState,
  createAcpStore,
  deserialize,
  type Elicitation,
  type Permission,
  selectPendingElicitations,
  selectPendingPermissions,
  serialize,
} from "@acp-store/core";
import { describe, expect, it, vi } from "vitest";
import { EntityMap } from "../../src/persistent/entityMap.js";
import { PagedTable } from "../../src/persistent/pagedTable.js";
import { recv, sent } from "../support/frames.js";
import { session, trackedStore } from "../support/trackedStore.js";

const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
const asks = (id: number, sessionId = "s1") =>
  recv({
    id,
    method: "session/request_permission",
    params: { sessionId, toolCall: { toolCallId: "c" }, options },
  });
const asksForInput = (id: number) =>
  recv({
    id,
    method: "elicitation/create",
    params: { sessionId: "s1", mode: "form", message: "?", requestedSchema: { type: "object" } },
  });
const pendingOf = (state: AcpState, sessionId: string): readonly string[] =>
  state.sessions.get(sessionId)?.pendingPermissions ?? [];

describe("the list of pending requests", () => {
  it("contains a request until it is settled", () => {
    const store = trackedStore();
    for (const frame of [asks(0), asks(1, "s2"), asks(2), asksForInput(3)]) store.observe(frame);
    expect(pendingOf(store.getState(), "s1")).toEqual(["permission-t-1", "permission-t-3"]);
    expect(pendingOf(store.getState(), "s2")).toEqual(["permission-t-2"]);
    expect(store.getState().pendingElicitations).toEqual(["elicitation-t-1"]);
    store.respondToPermission("permission-t-1", "yes");
    store.respondToElicitation("elicitation-t-1", { action: "decline" });
    expect(pendingOf(store.getState(), "s1")).toEqual(["permission-t-3"]);
    expect(store.getState().pendingElicitations).toEqual([]);
    store.disconnect();
    for (const id of ["s1", "s2"]) expect(pendingOf(store.getState(), id)).toEqual([]);
  });

  it("is derived from the requests when a state is restored", () => {
    const store = trackedStore();
    for (const frame of [asks(0), asks(1), asksForInput(2)]) store.observe(frame);
    store.respondToPermission("permission-t-1", "yes");
    const saved = JSON.parse(JSON.stringify(serialize(store.getState()))) as {
      state: {
        pendingElicitations: string[];
        sessions: [string, { pendingPermissions: string[] }][];
      };
    };
    saved.state.pendingElicitations = [];
    for (const [, entry] of saved.state.sessions)
      entry.pendingPermissions = ["permission-t-1", "x"];
    expect(deserialize(saved)).toEqual(store.getState());
  });

  it("has the same requests as the selectors", () => {
    const store = trackedStore();
    for (const frame of [asks(0), asks(1), asksForInput(2)]) store.observe(frame);
    const ids = (list: readonly (Permission | Elicitation)[]) => list.map((item) => item.requestId);
    expect(ids(selectPendingPermissions(store.getState()))).toEqual([0, 1]);
    expect(ids(selectPendingElicitations(store.getState(), "s1"))).toEqual([2]);
    store.cancelTurn("s1");
    expect(selectPendingPermissions(store.getState(), "s1")).toEqual([]);
    expect(selectPendingElicitations(store.getState())).toEqual([]);
  });
});

describe("a request among many settled ones", () => {
  /** Counts the entities that are read while a request is asked, shown, answered and cancelled. */
  function readsWithSettled(count: number): number {
    const store = createAcpStore({ scheduler: "sync", idPrefix: "t" });
    for (let id = 0; id < count; id++) {
      for (const frame of [asks(id), asksForInput(id + 0.5)]) store.observe(frame);
      store.cancelTurn("s1");
    }
    const reads = [vi.spyOn(PagedTable.prototype, "stored"), vi.spyOn(EntityMap.prototype, "get")];
    const iterations = [
      vi.spyOn(EntityMap.prototype, "values"),
      vi.spyOn(EntityMap.prototype, "entries"),
      vi.spyOn(EntityMap.prototype, Symbol.iterator),
    ];
    for (const frame of [asks(count), asksForInput(count + 0.5)]) store.observe(frame);
    selectPendingPermissions(store.getState());
    store.respondToPermission(`permission-t-${count + 1}`, "yes");
    const result = { outcome: { outcome: "selected", optionId: "yes" } };
    store.observe(sent({ id: count, result }));
    selectPendingElicitations(store.getState());
    store.cancelTurn("s1");
    const read = reads.flatMap((spy) => spy.mock.calls).length;
    const iterated = iterations.flatMap((spy) => spy.mock.contexts as EntityMap<unknown>[]);
    vi.restoreAllMocks();
    return iterated.reduce((sum, { size }) => sum + size, read);
  }

  it("costs the same, because only pending requests are read", () => {
    expect(readsWithSettled(200)).toBe(readsWithSettled(20));
  });
});

describe("closing a session", () => {
  it("removes the requests that were settled before, and their timeline items", () => {
    const store = trackedStore();
    for (const frame of [asks(0), asks(1)]) store.observe(frame);
    store.respondToPermission("permission-t-1", "yes");
    store.closeSession("s1");
    expect([...session(store).permissions.values()]).toMatchObject([
      { permissionId: "permission-t-2", status: "cancelled", reason: "session_closed" },
    ]);
    expect(session(store).timeline).toEqual([{ type: "permission", id: "permission-t-2" }]);
  });

  it("does not hide the answer from a policy that waits for it", async () => {
    const settled: unknown[] = [];
    const store = trackedStore({
      permissionPolicy: (context) => {
        void context.settled.then((permission) => settled.push(permission?.optionId));
        return undefined;
      },
    });
    const params = { sessionId: "s1", toolCall: { toolCallId: "c" }, options };
    const answer = store.requestPermission(params, { requestId: 0 });
    await Promise.resolve();
    store.respondToPermission("permission-t-1", "yes");
    store.closeSession("s1");
    await expect(answer).resolves.toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    await expect.poll(() => settled).toEqual(["yes"]);
  });

  it("keeps the order of requests that arrive later", () => {
    const store = trackedStore({ now: () => 0 });
    for (const frame of [asks(0), asks(1, "s2"), asks(2)]) store.observe(frame);
    store.respondToPermission("permission-t-3", "yes");
    store.closeSession("s1");
    store.observe(asks(4, "s0"));
    const pending = selectPendingPermissions(store.getState());
    expect(pending.map(({ requestId }) => requestId)).toEqual([1, 4]);
  });
});
