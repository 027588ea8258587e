import { type AcpStore, createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { countWork } from "../support/countWork.js";

const SMALL = 500;
const FACTOR = 4;
/** Work that is proportional to the number of items grows by 4, and quadratic work by up to 16. */
const MAX_GROWTH = 6;

/** Prepares a store with `count` items, and returns the operations that are counted. */
type Case = (store: AcpStore, count: number) => () => unknown;

describe("the work of the store is in proportion to the number of items", () => {
  it.each<[name: string, run: Case, protocolVersion?: 1 | 2]>([
    ["queuing prompts", (store, count) => () => repeat(count, () => queue(store))],
    [
      "taking prompts from the queue",
      (store, count) => {
        repeat(count, () => queue(store));
        const ids = session(store).queue.map(({ id }) => id);
        return () => ids.forEach((id) => store.unqueuePrompt("s1", id));
      },
    ],
    ["asking for permission", (store, count) => () => repeat(count, askIn(store))],
    [
      "answering permissions, the newest first",
      (store, count) => {
        repeat(count, askIn(store));
        const ids = session(store).pendingPermissions.toReversed();
        return () => ids.forEach((id) => store.respondToPermission(id, "yes"));
      },
    ],
    [
      "cancelling a turn with pending permissions",
      (store, count) => {
        store.startTurn("s1");
        repeat(count, askIn(store));
        return () => store.cancelTurn("s1");
      },
    ],
    [
      "ending a turn with pending permissions",
      (store, count) => {
        store.startTurn("s1");
        repeat(count, askIn(store));
        return () => store.endTurn("s1", { stopReason: "end_turn" });
      },
    ],
    [
      "closing a session with pending permissions",
      (store, count) => {
        repeat(count, askIn(store));
        return () => store.closeSession("s1");
      },
    ],
    [
      "losing the connection with pending permissions",
      (store, count) => {
        repeat(count, askIn(store));
        return () => store.disconnect();
      },
    ],
    ["asking for input", (store, count) => () => repeat(count, (index) => askInput(store, index))],
    [
      "answering requests for input, the newest first",
      (store, count) => {
        repeat(count, (index) => askInput(store, index));
        const ids = store.getState().pendingElicitations.toReversed();
        return () => ids.forEach((id) => store.respondToElicitation(id, { action: "decline" }));
      },
    ],
    [
      "cancelling a turn with pending requests for input",
      (store, count) => {
        store.startTurn("s1");
        repeat(count, (index) => askInput(store, index));
        return () => store.cancelTurn("s1");
      },
    ],
    [
      "closing sessions that wait for input",
      (store, count) => {
        repeat(count, (index) => {
          store.openSession({ sessionId: `session-${index}` });
          askInput(store, index, `session-${index}`);
        });
        return () => repeat(count, (index) => store.closeSession(`session-${index}`));
      },
    ],
    [
      "starting turns while others are open",
      (store, count) => () => repeat(count, () => store.startTurn("s1")),
    ],
    [
      "ending turns while others are open",
      (store, count) => {
        repeat(count, () => store.startTurn("s1"));
        return () => repeat(count, () => store.endTurn("s1", { stopReason: "end_turn" }));
      },
    ],
    [
      "losing the connection with open turns",
      (store, count) => {
        repeat(count, () => store.startTurn("s1"));
        return () => store.disconnect();
      },
    ],
    [
      "chunks that alternate between two messages",
      (store, count) => () =>
        repeat(count, (index) =>
          update(store, {
            sessionUpdate: "agent_message_chunk",
            messageId: `m${index % 2}`,
            content: { type: "text", text: "word " },
          }),
        ),
    ],
    [
      "calls that continue in the background",
      (store, count) => {
        const ids = Array.from({ length: count }, (_, index) => `call-${index}`);
        store.startTurn("s1");
        update(store, { sessionUpdate: "state_update", state: "running" });
        for (const toolCallId of ids)
          update(store, { sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
        const background = ids.map((toolCallId) => ({ type: "tool_call", toolCallId }));
        return () => update(store, { sessionUpdate: "state_update", state: "idle", background });
      },
      2,
    ],
  ])("grows linearly: %s", (_name, prepare, protocolVersion = 1) => {
    const [small = 0, large = 0] = [SMALL, SMALL * FACTOR].map((count) => {
      const store = createAcpStore({ protocolVersion, scheduler: "sync" });
      store.inspect(() => {});
      return countWork(prepare(store, count));
    });
    expect(small).toBeGreaterThan(0);
    expect(large / small).toBeLessThan(MAX_GROWTH);
  });
});

function repeat(count: number, operation: (index: number) => unknown): void {
  for (let index = 0; index < count; index++) operation(index);
}

function update(store: AcpStore, sent: object): void {
  store.ingest({ sessionId: "s1", update: sent });
}

function session(store: AcpStore) {
  const found = store.getState().sessions.get("s1");
  if (found === undefined) throw new Error("The session does not exist.");
  return found;
}

function queue(store: AcpStore): void {
  store.queuePrompt("s1", [{ type: "text", text: "Then run the tests" }]);
}

function askIn(store: AcpStore): (index: number) => void {
  return (index) =>
    void store.requestPermission({
      sessionId: "s1",
      toolCall: { toolCallId: `call-${index}`, title: "Run the tests" },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    });
}

function askInput(store: AcpStore, index: number, sessionId = "s1"): void {
  void store.requestElicitation({
    sessionId,
    mode: "form",
    message: `Question ${index}`,
    requestedSchema: { type: "object", properties: {} },
  });
}
