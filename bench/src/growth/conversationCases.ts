import type { GrowthCase } from "./growthCase.js";
import {
  addCompletedCalls,
  callOf,
  callUpdateOf,
  chunkOf,
  type GrowthStore,
  runTurn,
  SESSION,
  textBlock,
  times,
} from "./growthStore.js";

/** The content of a session: each operation adds or changes one item. */
export const conversationCases: readonly GrowthCase[] = [
  {
    name: "turn of three updates, from start to end",
    size: 250,
    prepare: (store) => (index) => runTurn(store, index),
  },
  {
    name: "turn of three updates, from start to end (version 2)",
    size: 250,
    version: 2,
    prepare: (store) => (index) => {
      const content = [textBlock(`Prompt ${index}`)];
      store.startTurn(SESSION, content);
      store.update({ sessionUpdate: "state_update", state: "running" });
      store.update({ sessionUpdate: "user_message", messageId: `user-${index}`, content });
      store.update(callUpdateOf(`call-${index}`, { title: "Read", status: "completed" }));
      store.update(chunkOf(`agent-${index}`, "Done."));
      store.update({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" });
    },
  },
  {
    name: "turn whose prompt the agent rewrites (version 2)",
    size: 250,
    version: 2,
    prepare: (store) => (index) => runRewrittenTurn(store, index),
  },
  {
    name: "message of two chunks",
    size: 1000,
    prepare: (store) => (index) => {
      store.update(chunkOf(`m-${index}`, "Reading the file. "));
      store.update(chunkOf(`m-${index}`, "Done."));
    },
  },
  {
    name: "tool call of three updates",
    size: 1000,
    prepare: (store) => {
      store.startTurn(SESSION);
      return (index) => {
        store.update(callOf(`call-${index}`));
        store.update(callUpdateOf(`call-${index}`, { title: "Read the file" }));
        store.update(callUpdateOf(`call-${index}`, { status: "completed" }));
      };
    },
  },
  {
    name: "text of one message between tool calls",
    size: 250,
    prepare: (store) => {
      store.startTurn(SESSION);
      return (index) => {
        store.update(chunkOf("m", "Next. "));
        store.update(callOf(`call-${index}`, { status: "completed" }));
      };
    },
  },
  {
    name: "chunks that alternate between two messages",
    size: 1000,
    prepare: (store) => (index) => store.update(chunkOf(`m-${index % 2}`, "Next. ")),
  },
  {
    name: "turn started, while many are open",
    size: 250,
    prepare: (store) => () => store.startTurn(SESSION),
  },
  {
    name: "echo of a prompt, per chunk",
    size: 250,
    prepare: (store, count) => {
      const word = "refactor the parser ";
      store.startTurn(SESSION, [textBlock(word.repeat(count))]);
      return () => store.update({ sessionUpdate: "user_message_chunk", content: textBlock(word) });
    },
  },
  {
    name: "output of a tool call, sent again from its start, per line sent",
    size: 50,
    items: (count) => (count * (count + 1)) / 2,
    prepare: (store, count) => {
      const lines = Array.from({ length: count }, (_, index) => ({
        type: "content",
        content: textBlock(`Line ${index} of the output`),
      }));
      const updates = lines.map((_, index) =>
        callUpdateOf("call", { content: lines.slice(0, index + 1) }),
      );
      return (index) => store.update(updates[index] ?? {});
    },
  },
  {
    name: "late update of a cancelled tool call, after many turns",
    size: 250,
    runs: "among all",
    prepare: (store, count) => {
      cancelTurnWith(store, "cancelled");
      times(count, (index) => runTurn(store, index));
      return (index) =>
        store.update(
          callUpdateOf("cancelled", { status: "in_progress", title: `Attempt ${index}` }),
        );
    },
  },
  {
    name: "cancel of a turn, after many tool calls",
    size: 1000,
    runs: "among all",
    prepare: (store, count) => {
      addCompletedCalls(store, count);
      return (index) => cancelTurnWith(store, `last-${index}`);
    },
  },
  {
    name: "update of one of many plans (version 2)",
    size: 250,
    version: 2,
    prepare: (store, count) => {
      times(count, (index) => store.update(planOf(index, "pending")));
      return (index) => store.update(planOf(index, "completed"));
    },
  },
  {
    name: "terminal with two pieces of output",
    size: 250,
    prepare: (store) => (index) => {
      store.reportTerminal(SESSION, `term-${index}`, { output: "compiling…\n" });
      store.reportTerminal(SESSION, `term-${index}`, { output: "done\n" });
      store.reportTerminal(SESSION, `term-${index}`, { exitStatus: { exitCode: 0 } });
    },
  },
  {
    name: "output of one terminal, beyond its limit, per piece",
    size: 4000,
    prepare: (store) => {
      const line = `${"x".repeat(499)}\n`;
      return () => store.reportTerminal(SESSION, "term", { output: line });
    },
  },
  {
    name: "notice",
    size: 250,
    version: 2,
    runs: "among all",
    prepare: (store, count) => {
      const add = (index: number): void =>
        store.update({ sessionUpdate: "notice", severity: "info", title: `Notice ${index}` });
      times(count, add);
      return add;
    },
  },
  {
    name: "session/load of a transcript, per update",
    size: 250,
    runs: "for all",
    items: (turns) => turns * UPDATES_PER_TURN,
    prepare: (store, count) => {
      times(count, (index) => runTurn(store, index));
      return () => replayTurns(store, count, "tool_call");
    },
  },
  {
    name: "session/load of a transcript, per update (version 2)",
    size: 250,
    version: 2,
    runs: "for all",
    items: (turns) => turns * UPDATES_PER_TURN,
    prepare: (store, count) => {
      times(count, (index) => runRewrittenTurn(store, index));
      return () => replayTurns(store, count, "tool_call_update");
    },
  },
];

const UPDATES_PER_TURN = 3;

/** Runs a turn whose prompt the agent repeats in its own words, before it accepts the prompt. */
function runRewrittenTurn(store: GrowthStore, index: number): void {
  const content = [textBlock(`Prompt ${index}, as the agent understood it`)];
  const prompt = [textBlock(`Prompt ${index}`)];
  store.send({ id: index, method: "session/prompt", params: { sessionId: SESSION, prompt } });
  store.update({ sessionUpdate: "user_message", messageId: `user-${index}`, content });
  store.receive({ id: index, result: { messageId: `user-${index}` } });
  store.update({ sessionUpdate: "state_update", state: "running" });
  store.update(chunkOf(`agent-${index}`, "Done."));
  store.update({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" });
}

function cancelTurnWith(store: GrowthStore, toolCallId: string): void {
  store.startTurn(SESSION);
  store.update(callOf(toolCallId));
  store.cancelTurn(SESSION);
  store.endTurn(SESSION, { stopReason: "cancelled" });
}

function replayTurns(store: GrowthStore, count: number, sessionUpdate: string): Promise<void> {
  return store.replay(SESSION, async () => {
    times(count, (index) => {
      store.update(chunkOf(`user-${index}`, `Prompt ${index}`, "user"));
      store.update(callOf(`call-${index}`, { sessionUpdate, status: "completed" }));
      store.update(chunkOf(`agent-${index}`, "Done."));
    });
    await Promise.resolve();
  });
}

function planOf(index: number, status: string): object {
  const entries = [{ content: "Read the code", priority: "high", status }];
  return {
    sessionUpdate: "plan_update",
    plan: { type: "items", planId: `plan-${index}`, entries },
  };
}
