import {
  type AcpStoreOptions,
  createAcpStore,
  deserialize,
  isAcpElicitationError,
  isAcpPermissionError,
  serialize,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { recv, sent } from "../support/frames.js";
import { elicitationId, permissionId, session, text } from "../support/trackedStore.js";

const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
const asks = (id: number, toolCallId: string) =>
  recv({
    id,
    method: "session/request_permission",
    params: { sessionId: "s1", toolCall: { toolCallId }, options },
  });
const asksForInput = (id: number, message: string) =>
  recv({
    id,
    method: "elicitation/create",
    params: { sessionId: "s1", mode: "form", message, requestedSchema: { type: "object" } },
  });

/** Creates a store that uses every kind of id once. */
function usedStore(storeOptions: AcpStoreOptions = {}) {
  const store = createAcpStore({ scheduler: "sync", ...storeOptions });
  const turn = store.startTurn("s1", [text("Go")]);
  const prompt = store.queuePrompt("s1", [text("Then")]);
  for (const frame of [asks(5, "ls"), asksForInput(6, "Which?")]) store.observe(frame);
  const ids = [turn, prompt, permissionId(store, 5), elicitationId(store, 6)];
  return { store, ids };
}

/** Creates a store that continues the saved state of another one. */
function restart(store: ReturnType<typeof createAcpStore>) {
  const saved: unknown = JSON.parse(JSON.stringify(serialize(store.getState())));
  return createAcpStore({ scheduler: "sync", initialState: deserialize(saved) });
}

describe("a store", () => {
  it("creates ids that differ from those of every other store", () => {
    const all = [usedStore(), usedStore(), usedStore()].flatMap(({ ids }) => ids);
    expect(new Set(all).size).toBe(all.length);
    for (const id of all)
      expect(id).toMatch(/^(turn|prompt|permission|elicitation)-[0-9a-z]{8}-1$/);
  });

  it("creates the same ids again with an idPrefix", () => {
    expect(usedStore({ idPrefix: "story" }).ids).toEqual([
      "turn-story-1",
      "prompt-story-1",
      "permission-story-1",
      "elicitation-story-1",
    ]);
  });

  it("stores the JSON-RPC ids as fields", () => {
    const { store } = usedStore({ idPrefix: "t" });
    expect(session(store).permissions.get("permission-t-1")?.requestId).toBe(5);
    expect(store.getState().elicitations.get("elicitation-t-1")?.requestId).toBe(6);
  });

  it("creates ids that are unique across sessions", () => {
    const { store } = usedStore({ idPrefix: "t" });
    expect(store.startTurn("s2")).toBe("turn-t-2");
  });

  it("skips the ids of a restored state with the same idPrefix", () => {
    const { store } = usedStore({ idPrefix: "t" });
    const again = createAcpStore({ idPrefix: "t", initialState: store.getState() });
    again.observe(asks(9, "rm"));
    const ids = [again.startTurn("s1"), again.queuePrompt("s1", []), permissionId(again, 9)];
    expect(ids).toEqual(["turn-t-2", "prompt-t-2", "permission-t-2"]);
  });
});

describe("a late answer after a restart", () => {
  it("does not approve another request with the same JSON-RPC id", () => {
    const { store } = usedStore();
    const lateId = permissionId(store, 5);
    const next = restart(store);
    next.observe(asks(5, "rm"));
    const answer = () => next.respondToPermission(lateId, "yes");
    expect(answer).toThrow(expect.toSatisfy(isAcpPermissionError));
    expect(answer).toThrow(expect.objectContaining({ reason: "already_settled" }));
    expect([...session(next).permissions.values()]).toMatchObject([
      { permissionId: lateId, toolCallId: "ls", status: "cancelled", reason: "withdrawn" },
      { toolCallId: "rm", requestId: 5, status: "pending" },
    ]);
    expect(permissionId(next, 5)).not.toBe(lateId);
  });

  it("does not answer another elicitation with the same JSON-RPC id", () => {
    const { store } = usedStore();
    const lateId = elicitationId(store, 6);
    const next = restart(store);
    next.observe(asksForInput(6, "Delete all?"));
    const answer = () => next.respondToElicitation(lateId, { action: "accept" });
    expect(answer).toThrow(expect.toSatisfy(isAcpElicitationError));
    expect([...next.getState().elicitations.values()]).toMatchObject([
      { elicitationId: lateId, status: "cancelled", reason: "withdrawn" },
      { message: "Delete all?", status: "pending" },
    ]);
  });

  it("does not remove another queued prompt", () => {
    const { store, ids } = usedStore();
    const [, lateId = ""] = ids;
    store.unqueuePrompt("s1", lateId);
    const next = restart(store);
    const id = next.queuePrompt("s1", [text("Other")]);
    next.unqueuePrompt("s1", lateId);
    expect(session(next).queue).toMatchObject([{ id }]);
  });

  it("reaches the same request if the agent sends it again", () => {
    const { store } = usedStore();
    const id = permissionId(store, 5);
    const next = restart(store);
    next.observe(asks(5, "ls"));
    next.respondToPermission(id, "yes");
    expect([...session(next).permissions.values()]).toMatchObject([
      { permissionId: id, status: "selected", optionId: "yes" },
    ]);
  });
});

it("does not answer a request of a new connection that reuses the id within one store", () => {
  const { store } = usedStore();
  const lateId = permissionId(store, 5);
  store.observe(sent({ id: 0, method: "initialize", params: { protocolVersion: 1 } }));
  store.observe(asks(5, "rm"));
  expect(() => store.respondToPermission(lateId, "yes")).toThrow("is already cancelled");
  expect(session(store).permissions.get(permissionId(store, 5))?.status).toBe("pending");
});
