import type { GrowthCase } from "./growthCase.js";
import { repeat } from "./growthCase.js";
import {
  addCompletedCalls,
  callOf,
  callUpdateOf,
  chunkOf,
  createGrowthStore,
  type GrowthStore,
  SESSION,
  textBlock,
} from "./growthStore.js";

const SEARCHES_TIMELINE = "The timeline is one array: it is searched, and copied without the item.";

/** The content of a session: each operation adds or changes one item. */
export const conversationCases: readonly GrowthCase[] = [
  {
    name: "turn of three updates, from start to end",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore();
      return repeat((index) => runTurn(store, index), count);
    },
  },
  {
    name: "turn of three updates, from start to end (version 2)",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore(2);
      return repeat((index) => {
        store.startTurn(SESSION, [textBlock(`Prompt ${index}`)]);
        store.update({ sessionUpdate: "state_update", state: "running" });
        store.update({
          sessionUpdate: "user_message",
          messageId: `user-${index}`,
          content: [textBlock(`Prompt ${index}`)],
        });
        store.update(callUpdateOf(`call-${index}`, { title: "Read", status: "completed" }));
        store.update(chunkOf(`agent-${index}`, "Done."));
        store.update({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" });
      }, count);
    },
  },
  {
    name: "turn whose prompt the agent rewrites (version 2)",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore(2);
      return repeat((index) => runRewrittenTurn(store, index), count);
    },
  },
  {
    name: "message of two chunks",
    size: 1000,
    prepare: (count) => {
      const store = createGrowthStore();
      return repeat((index) => {
        store.update(chunkOf(`m-${index}`, "Reading the file. "));
        store.update(chunkOf(`m-${index}`, "Done."));
      }, count);
    },
  },
  {
    name: "tool call of three updates",
    size: 1000,
    prepare: (count) => {
      const store = createGrowthStore();
      store.startTurn(SESSION);
      return repeat((index) => {
        store.update(callOf(`call-${index}`));
        store.update(callUpdateOf(`call-${index}`, { title: "Read the file" }));
        store.update(callUpdateOf(`call-${index}`, { status: "completed" }));
      }, count);
    },
  },
  {
    name: "text of one message between tool calls",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore();
      store.startTurn(SESSION);
      return repeat((index) => {
        store.update(chunkOf("m", "Next. "));
        store.update(callOf(`call-${index}`, { status: "completed" }));
      }, count);
    },
  },
  {
    name: "chunks that alternate between two messages",
    size: 1000,
    prepare: (count) => {
      const store = createGrowthStore();
      return repeat((index) => store.update(chunkOf(`m-${index % 2}`, "Next. ")), count);
    },
  },
  {
    name: "turn started, while many are open",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore();
      return repeat(() => {
        store.startTurn(SESSION);
        store.read();
      }, count);
    },
  },
  {
    name: "echo of a prompt, per chunk",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore();
      const word = "refactor the parser ";
      store.startTurn(SESSION, [textBlock(word.repeat(count))]);
      return repeat(
        () => store.update({ sessionUpdate: "user_message_chunk", content: textBlock(word) }),
        count,
      );
    },
  },
  {
    name: "output of a tool call, sent again from its start, per line sent",
    size: 50,
    prepare: (count) => {
      const store = createGrowthStore();
      const lines = Array.from({ length: count }, (_, index) => ({
        type: "content",
        content: textBlock(`Line ${index} of the output`),
      }));
      const updates = lines.map((_, index) =>
        callUpdateOf("call", { content: lines.slice(0, index + 1) }),
      );
      const { run } = repeat((index) => store.update(updates[index] ?? {}), count);
      return { run, items: (count * (count + 1)) / 2 };
    },
  },
  {
    name: "late update of a cancelled tool call, after many turns",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore();
      store.startTurn(SESSION);
      store.update(callOf("cancelled"));
      store.cancelTurn(SESSION);
      store.endTurn(SESSION, { stopReason: "cancelled" });
      for (let index = 0; index < count; index++) runTurn(store, index);
      return repeat((index) =>
        store.update(
          callUpdateOf("cancelled", { status: "in_progress", title: `Attempt ${index}` }),
        ),
      );
    },
  },
  {
    name: "cancel of a turn, after many tool calls",
    size: 1000,
    prepare: (count) => {
      const store = createGrowthStore();
      addCompletedCalls(store, count);
      return repeat((index) => {
        store.startTurn(SESSION);
        store.update(callOf(`last-${index}`));
        store.cancelTurn(SESSION);
        store.endTurn(SESSION, { stopReason: "cancelled" });
      });
    },
  },
  {
    name: "update of one of many plans (version 2)",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore(2);
      for (let index = 0; index < count; index++) store.update(planOf(index, "pending"));
      return repeat((index) => store.update(planOf(index % count, "completed")), count);
    },
  },
  {
    name: "removal of one of many plans (version 2)",
    size: 250,
    reason: SEARCHES_TIMELINE,
    prepare: (count) => {
      const store = createGrowthStore(2);
      for (let index = 0; index < count; index++) store.update(planOf(index, "pending"));
      return repeat(
        (index) => store.update({ sessionUpdate: "plan_removed", planId: `plan-${index}` }),
        count,
      );
    },
  },
  {
    name: "terminal with two pieces of output",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore();
      return repeat((index) => {
        store.reportTerminal(SESSION, `term-${index}`, { output: "compiling…\n" });
        store.reportTerminal(SESSION, `term-${index}`, { output: "done\n" });
        store.reportTerminal(SESSION, `term-${index}`, { exitStatus: { exitCode: 0 } });
        store.read();
      }, count);
    },
  },
  {
    name: "output of one terminal, beyond its limit, per piece",
    size: 4000,
    prepare: (count) => {
      const store = createGrowthStore();
      const line = `${"x".repeat(499)}\n`;
      return repeat(() => {
        store.reportTerminal(SESSION, "term", { output: line });
        store.read();
      }, count);
    },
  },
  {
    name: "notice",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore(2);
      for (let index = 0; index < count; index++) store.update(noticeOf(index));
      return repeat((index) => store.update(noticeOf(index)));
    },
  },
  {
    name: "row of the application, added and removed",
    size: 1000,
    reason: SEARCHES_TIMELINE,
    prepare: (count) => {
      const store = createGrowthStore();
      for (let index = 0; index < count; index++)
        store.putApplicationRow(SESSION, { rowId: `row-${index}`, data: index });
      return repeat((index) => {
        store.putApplicationRow(SESSION, { rowId: `new-${index}`, data: { note: index } });
        store.removeApplicationRow(SESSION, `row-${index}`);
        store.read();
      });
    },
  },
  {
    name: "session/load of a transcript, per update",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore();
      for (let index = 0; index < count; index++) runTurn(store, index);
      const updates = transcriptOf(count);
      return {
        items: updates.length,
        run: () =>
          store.replay(SESSION, async () => {
            for (const update of updates) store.update(update);
            await Promise.resolve();
          }),
      };
    },
  },
  {
    name: "session/load of a transcript, per update (version 2)",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore(2);
      for (let index = 0; index < count; index++) runRewrittenTurn(store, index);
      const updates = transcriptOf(count).map((update) =>
        "toolCallId" in update ? { ...update, sessionUpdate: "tool_call_update" } : update,
      );
      return {
        items: updates.length,
        run: () =>
          store.replay(SESSION, async () => {
            for (const update of updates) store.update(update);
            await Promise.resolve();
          }),
      };
    },
  },
];

/** Runs a turn with a tool call that is completed and a message. */
export function runTurn(store: GrowthStore, index: number): void {
  store.startTurn(SESSION, [textBlock(`Prompt ${index}`)]);
  store.update(callOf(`call-${index}`));
  store.update(callUpdateOf(`call-${index}`, { status: "completed" }));
  store.update(chunkOf(`agent-${index}`, "Done."));
  store.endTurn(SESSION, { stopReason: "end_turn" });
  store.read();
}

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

function transcriptOf(turns: number): readonly object[] {
  return Array.from({ length: turns }, (_, index) => [
    chunkOf(`user-${index}`, `Prompt ${index}`, "user"),
    callOf(`call-${index}`, { status: "completed" }),
    chunkOf(`agent-${index}`, "Done."),
  ]).flat();
}

function planOf(index: number, status: string): object {
  const entries = [{ content: "Read the code", priority: "high", status }];
  return {
    sessionUpdate: "plan_update",
    plan: { type: "items", planId: `plan-${index}`, entries },
  };
}

function noticeOf(index: number): object {
  return { sessionUpdate: "notice", severity: "info", title: `Notice ${index}` };
}
