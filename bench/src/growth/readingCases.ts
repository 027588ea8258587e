import {
  type AcpState,
  deserialize,
  selectActiveLocation,
  selectChangedFiles,
  selectMessages,
  selectModePicker,
  selectNestedTimeline,
  selectPendingElicitations,
  selectPendingPermissions,
  selectPlan,
  selectPlanProgress,
  selectPlans,
  selectSession,
  selectStalled,
  selectTimeline,
  selectToolCall,
  selectTurn,
  serialize,
} from "@acp-store/core";
import { sink } from "../contestants/contestant.js";
import type { GrowthCase } from "./growthCase.js";
import {
  addCompletedCalls,
  callOf,
  callUpdateOf,
  CWD,
  type GrowthStore,
  runTurn,
  SESSION,
  times,
} from "./growthStore.js";

const DIFF = { type: "diff", path: `${CWD}/main.ts`, oldText: "one\n", newText: "one\ntwo\n" };

/** The selectors whose result does not grow with the number of tool calls. */
const selectors: Readonly<Record<string, (state: AcpState, sessionId: string) => unknown>> = {
  selectToolCall: (state) => selectToolCall(state, SESSION, "call"),
  selectSession,
  selectTurn,
  selectTimeline,
  selectMessages,
  selectPlans,
  selectPlan,
  selectPlanProgress,
  selectActiveLocation,
  selectChangedFiles,
  selectNestedTimeline,
  selectPendingPermissions,
  selectPendingElicitations,
  selectModePicker,
  selectStalled: (state) => selectStalled(state, { now: Date.now(), olderThan: 60_000 }),
};

/** Reading: selectors after each update, watchers, and saving. */
export const readingCases: readonly GrowthCase[] = [
  ...Object.entries(selectors).map(
    ([name, select]): GrowthCase => ({
      name: `${name}, after each update of one of many tool calls`,
      size: 1000,
      runs: "among all",
      prepare: (store, count) => {
        addCompletedCalls(store, count, { content: [DIFF] });
        store.startTurn(SESSION);
        store.update(callOf("call"));
        sink.state = select(store.read(), SESSION);
        return (index) => {
          store.update(callUpdateOf("call", { title: `Read file ${index}` }));
          sink.state = select(store.read(), SESSION);
        };
      },
    }),
  ),
  {
    name: "update of a tool call, with a watcher on each of many",
    size: 1000,
    runs: "among all",
    prepare: (store, count) => {
      addCompletedCalls(store, count);
      times(count, (index) => watchCall(store, index));
      return (index) =>
        store.update(callUpdateOf(`call-${index}`, { title: `Read file ${index}` }));
    },
  },
  {
    name: "watcher added and removed, among many",
    size: 1000,
    runs: "among all",
    prepare: (store, count) => {
      times(count, (index) => watchCall(store, index));
      return (index) => watchCall(store, count + index)();
    },
  },
  {
    name: "serialize, per turn",
    size: 250,
    runs: "for all",
    prepare: (store, count) => {
      times(count, (index) => runTurn(store, index));
      const state = store.read();
      return () => (sink.state = serialize(state));
    },
  },
  {
    name: "deserialize, per turn",
    size: 250,
    runs: "for all",
    prepare: (store, count) => {
      times(count, (index) => runTurn(store, index));
      const saved = serialize(store.read());
      return () => (sink.state = deserialize(saved));
    },
  },
];

function watchCall(store: GrowthStore, index: number): () => void {
  return store.watch(
    { type: "entity", sessionId: SESSION, table: "toolCalls", id: `call-${index}` },
    () => sink.patches++,
  );
}
