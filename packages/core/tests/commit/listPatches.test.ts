import type { AcpStore } from "@acp-store/core";
import { expect, it } from "vitest";
import { refolded } from "../support/refolded.js";
import {
  elicitationId,
  permissionId,
  plain,
  session,
  text,
  trackedStore,
  type TrackedStore,
} from "../support/trackedStore.js";

const plan = (planId: string) => ({
  sessionUpdate: "plan_update",
  plan: { type: "items", planId, entries: [] },
});
const ask = (store: AcpStore, requestId: number) =>
  void store.requestPermission(
    {
      sessionId: "s1",
      toolCall: { toolCallId: `c${requestId}` },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    },
    { requestId },
  );
const askInput = (store: AcpStore, requestId: number, sessionId = "s1") =>
  void store.requestElicitation(
    { sessionId, mode: "form", message: "?", requestedSchema: { type: "object", properties: {} } },
    { requestId },
  );

interface Case {
  readonly name: string;
  readonly version: 1 | 2;
  /** Leads to the state before the change. */
  readonly before: (store: TrackedStore) => void;
  readonly change: (store: TrackedStore) => void;
  /** The paths of the patches, as text. */
  readonly paths: readonly string[];
  readonly read: (store: TrackedStore) => unknown;
  readonly result: unknown;
}

const notice = (title: string) => ({ sessionUpdate: "notice", severity: "info", title });
const queueAll = (store: TrackedStore) => {
  for (const words of ["a", "b", "c"]) store.queuePrompt("s1", [text(words)]);
};
const queuedTexts = (store: TrackedStore) =>
  session(store).queue.map(({ prompt: [block] }) => (block?.type === "text" ? block.text : ""));
const askAllForInput = (store: TrackedStore) => {
  for (const id of [1, 2, 3]) askInput(store, id, `s${id}`);
};

// The tracked store applies the patches of each commit in both directions.
const CASES: readonly Case[] = [
  {
    name: "removing a plan between others",
    version: 2,
    before: (store) => ["a", "b", "c"].forEach((id) => store.update(plan(id))),
    change: (store) => store.update({ sessionUpdate: "plan_removed", planId: "b" }),
    paths: [
      "remove sessions/s1/plans/b",
      "remove sessions/s1/timeline/1",
      "remove sessions/s1/recentPlans/1",
    ],
    read: (store) => [...session(store).plans.keys()],
    result: ["a", "c"],
  },
  {
    name: "removing a row between others",
    version: 1,
    before: (store) => {
      store.openSession({ sessionId: "s1" });
      for (const rowId of ["a", "b", "c"]) store.putApplicationRow("s1", { rowId, data: rowId });
    },
    change: (store) => store.removeApplicationRow("s1", "a"),
    paths: ["remove sessions/s1/applicationRows/a", "remove sessions/s1/timeline/0"],
    read: (store) => [...session(store).applicationRows.keys()],
    result: ["b", "c"],
  },
  {
    name: "adding a row under the id of a removed one",
    version: 1,
    before: (store) => {
      store.openSession({ sessionId: "s1" });
      for (const rowId of ["a", "b", "c"]) store.putApplicationRow("s1", { rowId, data: rowId });
      store.removeApplicationRow("s1", "a");
    },
    change: (store) => void store.putApplicationRow("s1", { rowId: "a", data: 2 }),
    paths: ["add sessions/s1/applicationRows/a", "add sessions/s1/timeline/2"],
    read: (store) => session(store).timeline.map(({ id }) => id),
    result: ["b", "c", "a"],
  },
  {
    name: "answering a permission between others",
    version: 1,
    before: (store) => [1, 2, 3].forEach((requestId) => ask(store, requestId)),
    change: (store) => store.respondToPermission(permissionId(store, 2), "yes"),
    paths: [
      "replace sessions/s1/permissions/permission-t-2/status",
      "add sessions/s1/permissions/permission-t-2/reason",
      "add sessions/s1/permissions/permission-t-2/settledAt",
      "add sessions/s1/permissions/permission-t-2/optionId",
      "remove sessions/s1/pendingPermissions/1",
      "add sessions/s1/toolCalls/c2/decidedBy",
      "replace sessions/s1/toolCalls/c2/phase",
    ],
    read: (store) => session(store).pendingPermissions,
    result: ["permission-t-1", "permission-t-3"],
  },
  {
    name: "closing a session whose input was answered, between others",
    version: 1,
    before: (store) => {
      for (const sessionId of ["s2", "s1", "s3"]) {
        store.openSession({ sessionId });
        askInput(store, Number(sessionId.slice(1)), sessionId);
      }
      store.respondToElicitation(elicitationId(store, 1), { action: "decline" });
    },
    change: (store) => store.closeSession("s1"),
    paths: [
      "remove elicitations/elicitation-t-2",
      "remove sessions/s1/lastActivityAt",
      "add sessions/s1/closed",
    ],
    read: ({ getState }) => [...getState().elicitations.keys()],
    result: ["elicitation-t-1", "elicitation-t-3"],
  },
  {
    name: "adding a notice after others",
    version: 2,
    before: (store) => ["a", "b"].forEach((title) => store.update(notice(title))),
    change: (store) => store.update(notice("c")),
    paths: ["add sessions/s1/notices/2"],
    read: (store) => session(store).notices.map(({ title }) => title),
    result: ["a", "b", "c"],
  },
  {
    name: "queuing a prompt after others",
    version: 1,
    before: queueAll,
    change: (store) => void store.queuePrompt("s1", [text("d")]),
    paths: ["add sessions/s1/queue/3"],
    read: queuedTexts,
    result: ["a", "b", "c", "d"],
  },
  {
    name: "editing a queued prompt between others",
    version: 1,
    before: queueAll,
    change: (store) => store.editQueuedPrompt("s1", "prompt-t-2", [text("B")]),
    paths: ["replace sessions/s1/queue/1"],
    read: queuedTexts,
    result: ["a", "B", "c"],
  },
  {
    name: "holding a queued prompt between others",
    version: 1,
    before: queueAll,
    change: (store) => store.holdQueuedPrompt("s1", "prompt-t-2"),
    paths: ["replace sessions/s1/queue/1"],
    read: (store) => session(store).queue.map(({ held }) => held === true),
    result: [false, true, false],
  },
  {
    name: "moving a queued prompt to the front",
    version: 1,
    before: queueAll,
    change: (store) => store.moveQueuedPrompt("s1", "prompt-t-3", 0),
    paths: ["remove sessions/s1/queue/2", "add sessions/s1/queue/0"],
    read: queuedTexts,
    result: ["c", "a", "b"],
  },
  {
    name: "moving a queued prompt to the end",
    version: 1,
    before: queueAll,
    change: (store) => store.moveQueuedPrompt("s1", "prompt-t-1", 9),
    paths: ["remove sessions/s1/queue/0", "add sessions/s1/queue/2"],
    read: queuedTexts,
    result: ["b", "c", "a"],
  },
  {
    name: "removing a queued prompt between others",
    version: 1,
    before: queueAll,
    change: (store) => store.unqueuePrompt("s1", "prompt-t-2"),
    paths: ["remove sessions/s1/queue/1"],
    read: queuedTexts,
    result: ["a", "c"],
  },
  {
    name: "answering a request for input between others",
    version: 1,
    before: askAllForInput,
    change: (store) => store.respondToElicitation("elicitation-t-2", { action: "decline" }),
    paths: [
      "replace elicitations/elicitation-t-2/status",
      "add elicitations/elicitation-t-2/reason",
      "add elicitations/elicitation-t-2/settledAt",
      "remove pendingElicitations/1",
      "remove sessions/s2/reported",
      "replace sessions/s2/activity",
    ],
    read: ({ getState }) => getState().pendingElicitations,
    result: ["elicitation-t-1", "elicitation-t-3"],
  },
  {
    name: "cancelling the requests for input of one of several sessions",
    version: 1,
    before: askAllForInput,
    change: (store) => store.cancelTurn("s2"),
    paths: [
      "replace elicitations/elicitation-t-2/status",
      "add elicitations/elicitation-t-2/reason",
      "add elicitations/elicitation-t-2/settledAt",
      "remove pendingElicitations/1",
      "remove sessions/s2/reported",
      "replace sessions/s2/activity",
    ],
    read: ({ getState }) => getState().pendingElicitations,
    result: ["elicitation-t-1", "elicitation-t-3"],
  },
  {
    name: "settling the permissions of one of two turns",
    version: 1,
    before: (store) => {
      ask(store, 1);
      store.startTurn("s1");
      ask(store, 2);
    },
    change: (store) => store.endTurn("s1", { stopReason: "end_turn" }),
    paths: [
      "replace sessions/s1/turns/turn-t-1/status",
      "add sessions/s1/turns/turn-t-1/endedAt",
      "add sessions/s1/turns/turn-t-1/stopReason",
      "remove sessions/s1/openTurns/0",
      "add sessions/s1/toolCalls/c2/stale",
      "replace sessions/s1/permissions/permission-t-2/status",
      "add sessions/s1/permissions/permission-t-2/reason",
      "add sessions/s1/permissions/permission-t-2/settledAt",
      "remove sessions/s1/pendingPermissions/1",
      "replace sessions/s1/toolCalls/c2/phase",
      "add sessions/s1/reported",
    ],
    read: (store) => session(store).pendingPermissions,
    result: ["permission-t-1"],
  },
  {
    name: "ending one of two turns",
    version: 1,
    before: (store) => {
      store.startTurn("s1");
      store.startTurn("s1");
    },
    change: (store) => store.endTurn("s1", { stopReason: "end_turn" }),
    paths: [
      "replace sessions/s1/turns/turn-t-1/status",
      "add sessions/s1/turns/turn-t-1/endedAt",
      "add sessions/s1/turns/turn-t-1/stopReason",
      "remove sessions/s1/openTurns/0",
    ],
    read: (store) => session(store).openTurns,
    result: ["turn-t-2"],
  },
];

it.each(CASES)("patches only what changes: $name", (one) => {
  const store = trackedStore({ protocolVersion: one.version });
  one.before(store);
  store.takePatches();
  one.change(store);
  const paths = store.takePatches().map(({ op, path }) => `${op} ${path.join("/")}`);
  expect(paths).toEqual(one.paths);
  expect(one.read(store)).toEqual(one.result);
  expect(plain(refolded(store.events, one.version))).toEqual(plain(store.getState()));
});

it("drops the oldest notice with one patch of its position", () => {
  const store = trackedStore({ protocolVersion: 2, limits: { notices: 2 } });
  for (const title of ["a", "b"]) store.update(notice(title));
  store.takePatches();
  store.update(notice("c"));
  expect(session(store).notices.map(({ title }) => title)).toEqual(["b", "c"]);
  expect(store.takePatches().map(({ op, path }) => `${op} ${path.slice(2).join("/")}`)).toEqual([
    "add notices/2",
    "remove notices/0",
    "add dropped",
  ]);
});

/** Counts the characters of all patches of a store, in both directions. */
function countPatchSize(store: AcpStore): () => number {
  let size = 0;
  store.inspect((record) => {
    if (record.type === "commit")
      size += JSON.stringify([record.patches, record.inversePatches]).length;
  });
  return () => size;
}

const observe = (store: AcpStore, dir: "recv" | "sent", msg: object) =>
  store.observe({ dir, msg: { jsonrpc: "2.0", ...msg } });

const OPERATIONS: [string, 1 | 2, (store: AcpStore, index: number) => void][] = [
  [
    "turns with a tool call",
    1,
    (store, index) => {
      store.startTurn("s1", [text(`Prompt ${index}`)]);
      const call = { sessionUpdate: "tool_call", toolCallId: `c${index}`, title: "T" };
      store.ingest({ sessionId: "s1", update: call });
      store.endTurn("s1", { stopReason: "end_turn" });
    },
  ],
  [
    "prompts that the agent rewrites",
    2,
    (store, index) => {
      const messageId = `u${index}`;
      const prompt = [text(`Prompt ${index}`)];
      const params = { sessionId: "s1", prompt };
      observe(store, "sent", { id: index, method: "session/prompt", params });
      const update = { sessionUpdate: "user_message", messageId, content: [text("Rewritten")] };
      store.ingest({ sessionId: "s1", update });
      observe(store, "recv", { id: index, result: { messageId } });
      const idle = { sessionUpdate: "state_update", state: "running" };
      store.ingest({ sessionId: "s1", update: idle });
      store.ingest({ sessionId: "s1", update: { ...idle, state: "idle" } });
    },
  ],
  ["pending permissions", 1, ask],
  ["pending requests for input", 1, askInput],
  ["plans", 2, (store, index) => store.ingest({ sessionId: "s1", update: plan(`p${index}`) })],
  ["queued prompts", 1, (store, index) => store.queuePrompt("s1", [text(`Prompt ${index}`)])],
];

it.each(OPERATIONS)("creates patches in proportion to the number of %s", (_name, version, run) => {
  const [few, many] = [20, 80].map((count) => {
    const store = trackedStore({ protocolVersion: version });
    store.openSession({ sessionId: "s1" });
    const size = countPatchSize(store);
    for (let index = 0; index < count; index++) run(store, index);
    return size();
  });
  expect((many ?? 0) / (few ?? 0)).toBeLessThan(4.3);
});

it.each([1, 2] as const)(
  "creates patches in proportion to a replayed transcript (version %i)",
  async (version) => {
    const [few, many] = await Promise.all(
      [20, 80].map(async (count) => {
        const store = trackedStore({ protocolVersion: version });
        const sendTranscript = (): void => {
          for (let index = 0; index < count; index++) {
            const chunk = (role: string) => ({
              sessionUpdate: `${role}_message_chunk`,
              messageId: `${role}-${index}`,
              content: text("Text"),
            });
            store.update(chunk("user"));
            store.update({
              sessionUpdate: "tool_call_update",
              toolCallId: `c${index}`,
              title: "T",
            });
            store.update(chunk("agent"));
          }
        };
        sendTranscript();
        const size = countPatchSize(store);
        await store.replay("s1", () => Promise.resolve(sendTranscript()));
        return size();
      }),
    );
    expect((many ?? 0) / (few ?? 0)).toBeLessThan(4.3);
  },
);

it("adds a session with the fields that it has, without undefined ones", () => {
  const store = trackedStore();
  let value: unknown;
  store.inspect((record) => {
    if (record.type !== "commit") return;
    for (const patch of record.patches)
      if (patch.op === "add" && patch.path.join(".") === "sessions.s1") ({ value } = patch);
  });
  store.update({ sessionUpdate: "agent_message_chunk", content: text("Hello") });
  expect(value).toMatchObject({ sessionId: "s1", activity: "idle" });
  expect(value).toStrictEqual(JSON.parse(JSON.stringify(value)));
});
