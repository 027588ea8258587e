import { selectAttention } from "@acp-store/core";
import { expect, it } from "vitest";
import {
  text,
  trackedStore,
  type TrackedStore,
  permissionId,
  elicitationId,
} from "../support/trackedStore.js";

const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" as const }];

function ask(store: TrackedStore, sessionId: string, requestId: number): void {
  void store.requestPermission(
    { sessionId, toolCall: { toolCallId: `call-${requestId}` }, options },
    { requestId },
  );
}

function askForInput(store: TrackedStore, requestId: string, sessionId?: string): void {
  const request = {
    mode: "form",
    message: "?",
    requestedSchema: {},
    ...(sessionId && { sessionId }),
  };
  void store.requestElicitation(sessionId ? request : { ...request, requestId: 9 }, { requestId });
}

/** Formats an item: `s2: 1 3 | form` has two permission requests and one request for input. */
const waiting = (store: TrackedStore) =>
  selectAttention(store.getState()).map(({ sessionId, permissions, elicitations }) =>
    [
      `${sessionId}:`,
      ...permissions.map((item) => item.requestId),
      "|",
      ...elicitations.map((item) => item.requestId),
    ].join(" "),
  );

it("lists sessions by the age of their oldest request", () => {
  const store = trackedStore();
  for (const sessionId of ["s1", "s2", "child"]) store.openSession({ sessionId });
  ask(store, "s2", 1);
  ask(store, "child", 2);
  ask(store, "s2", 3);
  ask(store, "s1", 4);
  expect(waiting(store)).toEqual(["s2: 1 3 |", "child: 2 |", "s1: 4 |"]);
  store.respondToPermission(permissionId(store, 1), "yes");
  expect(waiting(store)).toEqual(["child: 2 |", "s2: 3 |", "s1: 4 |"]);
});

it("orders requests of the same time by their arrival", () => {
  const store = trackedStore({ now: () => 0 });
  for (const sessionId of ["s1", "s2"]) store.openSession({ sessionId });
  ask(store, "s2", 1);
  ask(store, "s1", 2);
  expect(waiting(store)).toEqual(["s2: 1 |", "s1: 2 |"]);
});

it("lists requests for input next to permissions, and those of no session", () => {
  const store = trackedStore();
  askForInput(store, "login");
  askForInput(store, "form", "s1");
  ask(store, "s1", 1);
  ask(store, "s2", 2);
  expect(waiting(store)).toEqual(["undefined: | login", "s1: 1 | form", "s2: 2 |"]);
  const [login, first] = selectAttention(store.getState());
  expect(login).not.toHaveProperty("sessionId");
  expect(first?.since).toBe(first?.elicitations[0]?.requestedAt);
  store.respondToElicitation(elicitationId(store, "form"), { action: "decline" });
  expect(waiting(store)).toEqual(["undefined: | login", "s1: 1 |", "s2: 2 |"]);
});

it("returns an empty list without pending requests, and leaves out closed sessions", () => {
  const store = trackedStore();
  const nobody = selectAttention(store.getState());
  expect(nobody).toEqual([]);
  ask(store, "s1", 1);
  store.closeSession("s1");
  expect(selectAttention(store.getState())).toBe(nobody);
});

it("keeps the list and the items of other sessions until requests change", () => {
  const [store, other] = [trackedStore(), trackedStore()];
  ask(store, "s1", 1);
  askForInput(store, "form", "s1");
  ask(store, "s2", 2);
  ask(other, "s1", 1);
  const before = selectAttention(store.getState());
  store.update({ sessionUpdate: "agent_message_chunk", content: text("hi") });
  selectAttention(other.getState());
  expect(selectAttention(store.getState())).toBe(before);
  ask(store, "s2", 3);
  const after = selectAttention(store.getState());
  expect(after).not.toBe(before);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});
