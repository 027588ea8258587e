import {
  type AcpState,
  deserialize,
  selectActiveLocation,
  selectAttention,
  selectChangedFiles,
  selectMessageRun,
  selectMessages,
  selectModePicker,
  selectNestedTimeline,
  selectPendingElicitations,
  selectPendingPermissions,
  selectPlan,
  selectPlanProgress,
  selectPlans,
  selectSession,
  selectSessionCatalog,
  selectSessions,
  selectStalled,
  selectTimeline,
  selectToolCall,
  selectToolCalls,
  selectTurn,
  serialize,
} from "@acp-store/core";
import { sink } from "../contestants/contestant.js";
import { runTurn } from "./conversationCases.js";
import type { GrowthCase, GrowthRun } from "./growthCase.js";
import { repeat } from "./growthCase.js";
import {
  addCompletedCalls,
  callOf,
  callUpdateOf,
  chunkOf,
  createGrowthStore,
  diffOf,
  type GrowthStore,
  openSessions,
  OUTGROWS_CACHES,
  permissionParamsOf,
  SESSION,
} from "./growthStore.js";

type Selector = (state: AcpState, sessionId: string) => unknown;

const COPIES_REFERENCES = "The result is a new array of all items, 1 to 10 ns each.";
const COPIES_TIMELINE = "The timeline is a new array of all items, 1 to 5 ns each.";

/** Reading: selectors after each update, watchers, and saving. */
export const readingCases: readonly GrowthCase[] = [
  ...[
    { selector: selectToolCall, read: (state: AcpState) => selectToolCall(state, SESSION, "call") },
    { selector: selectSession },
    { selector: selectTurn },
    { selector: selectTimeline },
    { selector: selectMessages },
    { selector: selectPlans },
    { selector: selectPlan },
    { selector: selectPlanProgress },
    { selector: selectActiveLocation },
    { selector: selectChangedFiles },
    { selector: selectNestedTimeline },
    { selector: selectPendingPermissions },
    { selector: selectPendingElicitations },
    { selector: selectModePicker },
    { selector: selectToolCalls, reason: COPIES_REFERENCES },
  ].map(
    ({ selector, read = selector as Selector, reason }): GrowthCase => ({
      name: `${selector.name}, after each update of one of many tool calls`,
      size: 1000,
      ...(reason !== undefined && { reason }),
      prepare: (count) => {
        const store = createGrowthStore();
        addCompletedCalls(store, count, { content: [diffOf("/home/user/project/main.ts")] });
        store.startTurn(SESSION);
        store.update(callOf("call"));
        return readAfterEach(store, read, (index) =>
          store.update(callUpdateOf("call", { title: `Read file ${index}` })),
        );
      },
    }),
  ),
  ...[
    { selector: selectTimeline, reason: COPIES_TIMELINE },
    { selector: selectNestedTimeline, reason: COPIES_REFERENCES },
    { selector: selectMessages, reason: COPIES_REFERENCES },
    { selector: selectSession, reason: COPIES_TIMELINE },
  ].map(
    ({ selector, reason }): GrowthCase => ({
      name: `${selector.name}, after each new message`,
      size: 1000,
      ...(reason !== undefined && { reason }),
      prepare: (count) => {
        const store = createGrowthStore();
        for (let index = 0; index < count; index++) store.update(chunkOf(`m-${index}`, "Done."));
        return readAfterEach(store, selector, (index) =>
          store.update(chunkOf(`new-${index}`, "Next.")),
        );
      },
    }),
  ),
  {
    name: "selectTurn, after each of many turns",
    size: 250,
    reason: COPIES_TIMELINE,
    prepare: (count) => {
      const store = createGrowthStore();
      for (let index = 0; index < count; index++) runTurn(store, index);
      return readAfterEach(store, selectTurn, (index) => runTurn(store, count + index));
    },
  },
  {
    name: "selectMessageRun, after each chunk of the last run of many",
    size: 250,
    reason: "The content is a new array of all blocks of the message, 1 to 5 ns each.",
    prepare: (count) => {
      const store = createGrowthStore();
      for (let index = 0; index < count; index++) {
        store.update(chunkOf("m", "Next. "));
        store.update(callOf(`call-${index}`, { status: "completed" }));
      }
      return readAfterEach(
        store,
        (state) => selectMessageRun(state, SESSION, "m", count),
        () => store.update(chunkOf("m", "word ")),
      );
    },
  },
  {
    name: "selectChangedFiles, after each completed edit",
    size: 250,
    reason: "The list of completed calls, and the ids of the calls of a file, are new arrays.",
    prepare: (count) => {
      const store = createGrowthStore();
      const edit = (index: number): void =>
        store.update(
          callOf(`call-${index}`, {
            status: "completed",
            content: [diffOf(`/home/user/project/file-${index % 50}.ts`)],
          }),
        );
      for (let index = 0; index < count; index++) edit(index);
      return readAfterEach(store, selectChangedFiles, (index) => edit(count + index));
    },
  },
  ...[
    { selector: selectSessions, reason: COPIES_REFERENCES },
    { selector: selectAttention, reason: OUTGROWS_CACHES },
    { selector: selectPendingPermissions, reason: OUTGROWS_CACHES },
    { selector: selectPendingElicitations, reason: OUTGROWS_CACHES },
    { selector: selectSessionCatalog, reason: OUTGROWS_CACHES },
    { selector: selectSession, reason: OUTGROWS_CACHES },
  ].map(
    ({ selector, reason }): GrowthCase => ({
      name: `${selector.name}, after each update of one of many sessions`,
      size: 500,
      ...(reason !== undefined && { reason }),
      prepare: (count) => {
        const store = createGrowthStore();
        const sessionIds = openSessions(store, count);
        for (const sessionId of sessionIds.slice(0, 20))
          sink.state = store.requestPermission(permissionParamsOf("call", sessionId));
        return readAfterEach(
          store,
          (state) => (selector as (from: AcpState) => unknown)(state),
          (index) =>
            store.update(
              callUpdateOf("call", { title: `Read file ${index}` }),
              sessionIds[(index * 7) % count],
            ),
        );
      },
    }),
  ),
  {
    name: "selectAttention, after each update, while every session waits",
    size: 500,
    reason: OUTGROWS_CACHES,
    prepare: (count) => {
      const store = createGrowthStore();
      const sessionIds = openSessions(store, count);
      for (const sessionId of sessionIds)
        sink.state = store.requestPermission(permissionParamsOf("call", sessionId));
      return readAfterEach(store, selectAttention, (index) =>
        store.update(
          callUpdateOf("call", { title: `Read file ${index}` }),
          sessionIds[(index * 7) % count],
        ),
      );
    },
  },
  {
    name: "selectStalled, after each update of one of many tool calls",
    size: 1000,
    prepare: (count) => {
      const store = createGrowthStore();
      addCompletedCalls(store, count);
      store.startTurn(SESSION);
      store.update(callOf("call"));
      return readAfterEach(
        store,
        (state) => selectStalled(state, { now: Date.now(), olderThan: 60_000 }),
        (index) => store.update(callUpdateOf("call", { title: `Read file ${index}` })),
      );
    },
  },
  {
    name: "selectSessionCatalog, after each turn in one of many sessions",
    size: 500,
    reason: COPIES_REFERENCES,
    prepare: (count) => {
      const store = createGrowthStore();
      const sessionIds = openSessions(store, count);
      return readAfterEach(
        store,
        (state) => selectSessionCatalog(state),
        (index) => store.startTurn(sessionIds[(index * 7) % count] ?? ""),
      );
    },
  },
  {
    name: "update of a tool call, with a watcher on each of many",
    size: 1000,
    prepare: (count) => {
      const store = createGrowthStore();
      addCompletedCalls(store, count);
      for (let index = 0; index < count; index++)
        store.watch(
          { type: "entity", sessionId: SESSION, table: "toolCalls", id: `call-${index}` },
          () => sink.patches++,
        );
      return repeat((index) =>
        store.update(callUpdateOf(`call-${index}`, { title: `Read file ${index}` })),
      );
    },
  },
  {
    name: "watcher added and removed, among many",
    size: 1000,
    prepare: (count) => {
      const store = createGrowthStore();
      const watchCall = (index: number): (() => void) =>
        store.watch(
          { type: "entity", sessionId: SESSION, table: "toolCalls", id: `call-${index}` },
          () => sink.patches++,
        );
      for (let index = 0; index < count; index++) watchCall(index);
      return repeat((index) => watchCall(count + index)());
    },
  },
  {
    name: "serialize, per turn",
    size: 250,
    prepare: (count) => {
      const state = stateAfterTurns(count);
      return { items: count, run: () => (sink.state = serialize(state)) };
    },
  },
  {
    name: "deserialize, per turn",
    size: 250,
    prepare: (count) => {
      const saved = serialize(stateAfterTurns(count));
      return { items: count, run: () => (sink.state = deserialize(saved)) };
    },
  },
];

function readAfterEach(
  store: GrowthStore,
  select: Selector,
  change: (index: number) => unknown,
): GrowthRun {
  select(store.read(), SESSION);
  return repeat((index) => {
    change(index);
    sink.state = select(store.read(), SESSION);
  });
}

function stateAfterTurns(count: number): AcpState {
  const store = createGrowthStore();
  for (let index = 0; index < count; index++) runTurn(store, index);
  return store.read();
}
