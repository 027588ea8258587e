import { type ContentBlock, type Frame, selectTerminal } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { recv, sent, updated } from "../support/frames.js";
import { expectToFold } from "../support/refolded.js";
import { screenOf } from "../support/screen.js";
import {
  permissionId,
  session,
  text,
  type TrackedStore,
  trackedStore,
} from "../support/trackedStore.js";

type Json = Record<string, unknown>;

const user = (value: string, extra: Json = {}): Json => ({
  sessionUpdate: "user_message_chunk",
  content: text(value),
  ...extra,
});
const agent = (value: string, extra: Json = {}): Json => ({
  sessionUpdate: "agent_message_chunk",
  content: text(value),
  ...extra,
});
const call = (toolCallId: string, status: string, extra: Json = {}): Json => ({
  sessionUpdate: "tool_call",
  toolCallId,
  title: "Run",
  status,
  ...extra,
});
const output = (value: string) => [{ type: "content", content: text(value) }];
const plan = (...statuses: string[]): Json => ({
  sessionUpdate: "plan",
  entries: statuses.map((status) => ({ content: "Step", priority: "high", status })),
});

/** A turn of the client: the prompt, the updates, and whether the agent has ended it. */
interface LocalTurn {
  readonly prompt: readonly ContentBlock[] | string;
  readonly display?: readonly ContentBlock[];
  readonly updates?: readonly Json[];
  readonly isOpen?: true;
}

/** Returns a store that has lost its connection after some turns. */
function lostStore(...turns: readonly LocalTurn[]): TrackedStore {
  const store = trackedStore();
  store.openSession({ sessionId: "s1", cwd: "/w" });
  for (const { prompt, display, updates = [], isOpen } of turns) {
    const blocks = typeof prompt === "string" ? [text(prompt)] : prompt;
    store.startTurn("s1", blocks, display && { display });
    for (const update of updates) store.update(update);
    if (!isOpen) store.endTurn("s1", { stopReason: "end_turn" });
  }
  store.disconnect();
  return store;
}

const LOAD = sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/w" } });
const LOADED = recv({ id: 1, result: {} });

/** Loads the session. The agent replays before its response, or after it. */
function load(store: TrackedStore, replay: readonly Json[], when: "before" | "after" = "before") {
  const frames = replay.map((update): Frame => updated(update));
  const all = when === "before" ? [LOAD, ...frames, LOADED] : [LOAD, LOADED, ...frames];
  const found: string[] = [];
  const stop = store.inspect((record) => {
    if (record.type === "diagnostic") found.push(record.diagnostic.code);
  });
  for (const frame of all) store.observe(frame);
  stop();
  return found;
}

const screen = (store: TrackedStore): string[] => screenOf(store.getState());

describe("prompts of a merged replay", () => {
  const DONE = [agent("Done.")];
  const LINK: ContentBlock = { type: "resource_link", uri: "file:///w/a.ts", name: "a.ts" };
  const IMAGE: ContentBlock = { type: "image", data: "aGk=", mimeType: "image/png" };

  it.each<[string, LocalTurn, Json[]]>([
    ["split into chunks", { prompt: "Fix it" }, [user("Fix"), user(" it")]],
    ["with other white space", { prompt: "Fix it\n" }, [user("Fix  it")]],
    [
      "shown as something else",
      { prompt: "Expanded: Fix it", display: [text("/fix")] },
      [user("Expanded: Fix it")],
    ],
    [
      "with a link in its words",
      { prompt: [text("Read "), LINK] },
      [user("Read [@a.ts](file:///w/a.ts)")],
    ],
    [
      "followed by the content of its attachment",
      { prompt: [text("Read "), LINK] },
      [user("Read "), user("<context ref='file:///w/a.ts'>1</context>")],
    ],
    [
      "with an image",
      { prompt: [text("Look"), IMAGE] },
      [user("Look"), { ...user(""), content: IMAGE }],
    ],
    ["that is only an image", { prompt: [IMAGE] }, [{ ...user(""), content: IMAGE }]],
    ["with its id", { prompt: "Fix it" }, [user("Fix it", { messageId: "u1" })]],
  ])("recognizes a prompt %s", (_name, turn, prompt) => {
    const store = lostStore({ ...turn, updates: DONE });
    const before = screen(store);
    expect(load(store, [...prompt, ...DONE])).toEqual([]);
    expect(screen(store)).toEqual(before);
  });

  it("adds the turns after the last one", () => {
    const store = lostStore({ prompt: "One", updates: DONE });
    load(store, [user("One"), ...DONE, user("Two"), agent("Yes."), call("c1", "completed")]);
    expect(screen(store).slice(2)).toEqual(["user: Two", "agent: Yes.", "completed c1: Run"]);
    const [, , two] = session(store).messages.values();
    expect(two).toMatchObject({ replayed: true });
    expect(two).not.toHaveProperty("turnId");
  });

  it("tells equal prompts apart by their order", () => {
    const store = lostStore(
      { prompt: "continue", updates: [agent("One.")] },
      { prompt: "continue", updates: [agent("Tw")], isOpen: true },
    );
    load(store, [user("continue"), agent("One."), user("continue"), agent("Two.")]);
    expect(screen(store)).toEqual([
      "user: continue",
      "agent: One.",
      "user: continue",
      "agent: Two.",
    ]);
  });

  it.each<[string, Json[], Json[]]>([
    ["calls", [call("c1", "completed")], [call("c2", "completed")]],
    ["texts", [agent("One.")], [agent("Two.")]],
    ["message ids", [agent("Ok.", { messageId: "a" })], [agent("Ok.", { messageId: "b" })]],
  ])("tells equal prompts apart by their %s if the replay lacks the first", (_name, one, two) => {
    const store = lostStore(
      { prompt: "continue", updates: one },
      { prompt: "continue", updates: two, isOpen: true },
    );
    const before = screen(store);
    load(store, [user("continue"), ...two, agent("More.", { messageId: "c" })]);
    expect(screen(store)).toEqual([...before, "agent: More."]);
  });

  it("keeps the prompts before the first one of an agent that has compacted its history", () => {
    const store = lostStore(
      { prompt: "One", updates: DONE },
      { prompt: "Two", updates: [agent("Ye")], isOpen: true },
    );
    expect(
      load(store, [user("A summary of One"), agent("I see."), user("Two"), agent("Yes.")]),
    ).toEqual([]);
    expect(screen(store)).toEqual([
      "user: One",
      "agent: Done.",
      "user: A summary of One",
      "agent: I see.",
      "user: Two",
      "agent: Yes.",
    ]);
  });

  it("adds a prompt of another client where the agent replays it", () => {
    const store = lostStore({ prompt: "One", updates: DONE }, { prompt: "Two", updates: DONE });
    load(store, [user("One"), ...DONE, user("Other"), agent("Hm."), user("Two"), ...DONE]);
    expect(screen(store)).toEqual([
      "user: One",
      "agent: Done.",
      "user: Other",
      "agent: Hm.",
      "user: Two",
      "agent: Done.",
    ]);
  });

  it("adds the answer to the last prompt behind it if a prompt of another client precedes it", () => {
    const store = lostStore({ prompt: "One", updates: DONE }, { prompt: "Two" });
    load(store, [user("One"), ...DONE, user("Other"), agent("Hm."), user("Two"), agent("Yes.")]);
    expect(screen(store).slice(2)).toEqual([
      "user: Other",
      "agent: Hm.",
      "user: Two",
      "agent: Yes.",
    ]);
  });

  it("continues a message in a new run if the replay has another one in between", () => {
    const store = lostStore({ prompt: "One", updates: DONE }, { prompt: "Two", updates: DONE });
    const parts = [
      ["a", "1"],
      ["b", "2"],
      ["a", "3"],
    ] as const;
    const other = parts.map(([messageId, value]) => agent(value, { messageId }));
    load(store, [user("One"), ...DONE, user("Other"), ...other, user("Two"), ...DONE]);
    expect(screen(store).slice(3, 6)).toEqual(["agent: 1", "agent: 2", "agent: 3"]);
  });

  it("adds an unknown prompt before the call that the replay repeats after it", () => {
    const store = lostStore({ prompt: "One", updates: [call("c1", "completed")] });
    expect(load(store, [user("A summary of One"), call("c1", "completed")])).toEqual([]);
    expect(screen(store)).toEqual(["user: One", "user: A summary of One", "completed c1: Run"]);
  });

  it("keeps an unfinished turn that the agent has lost, and adds new turns after it", () => {
    const store = lostStore({ prompt: "One", updates: DONE }, { prompt: "Two", isOpen: true });
    load(store, [user("One"), ...DONE, user("Three"), agent("Yes.")]);
    expect(screen(store).slice(2)).toEqual(["user: Two", "user: Three", "agent: Yes."]);
  });

  it.each(["before", "after"] as const)(
    "keeps everything if no prompt matches, and adds the replay behind a row (%s the response)",
    (when) => {
      const store = lostStore({ prompt: "One", updates: DONE });
      const replay = [user("Other"), agent("Hm."), user("Another"), agent("Well.")];
      expect(load(store, replay, when)).toEqual(["histories_differ"]);
      const after = [
        "user: One",
        "agent: Done.",
        "application_row: row-t-1",
        "user: Other",
        "agent: Hm.",
        "user: Another",
        "agent: Well.",
      ];
      expect(screen(store)).toEqual(after);
      expect(session(store).applicationRows.get("row-t-1")?.data).toEqual({
        type: "histories_differ",
        text: expect.any(String),
      });
      store.disconnect();
      expect(load(store, replay, when)).toEqual([]);
      expect(screen(store)).toEqual(after);
      expectToFold(store, 1);
    },
  );
});

describe("an interrupted turn in a merged replay", () => {
  const interrupted = (...updates: Json[]) => lostStore({ prompt: "Go", updates, isOpen: true });

  it("adds the rest of a text, and ignores one that differs", () => {
    const store = interrupted(agent("Hel", { messageId: "a" }), agent("Old.", { messageId: "b" }));
    load(store, [
      user("Go"),
      agent("Hello.", { messageId: "a" }),
      agent("New.", { messageId: "b" }),
    ]);
    expect(screen(store)).toEqual(["user: Go", "agent: Hello.", "agent: Old."]);
  });

  it.each([
    ["with ids", { messageId: "a" }, { messageId: "b" }],
    ["without ids", {}, {}],
  ])("adds a text that repeats what the replay has just added, %s", (_name, one, two) => {
    const store = interrupted(agent("One", one));
    const replay = [user("Go"), agent("One two", one), call("c1", "completed"), agent(" two", two)];
    load(store, replay);
    const after = ["user: Go", "agent: One two", "completed c1: Run", "agent:  two"];
    expect(screen(store)).toEqual(after);
    store.disconnect();
    load(store, replay);
    expect(screen(store)).toEqual(after);
  });

  it("keeps the white space before the text that it adds", () => {
    const store = interrupted(agent("One"));
    load(store, [user("Go"), agent("One"), agent(" "), agent("two")]);
    expect(screen(store)).toEqual(["user: Go", "agent: One two"]);
  });

  it("keeps a text whose end the agent has lost", () => {
    const store = interrupted(agent("Hello. How are you?"));
    load(store, [user("Go"), agent("Hello.")]);
    expect(screen(store)).toEqual(["user: Go", "agent: Hello. How are you?"]);
  });

  it("recognizes a text behind a status line that the agent does not replay", () => {
    const store = interrupted(agent("Info: a.ts"), agent("Now a slow command."));
    load(store, [user("Go"), agent("Now a slow command.")]);
    expect(screen(store)).toEqual(["user: Go", "agent: Info: a.tsNow a slow command."]);
  });

  it("adds what the transcript lacks where the agent replays it", () => {
    const store = interrupted(call("c1", "completed"), agent("Hel"));
    const terminal = { _meta: { terminal_info: { terminal_id: "t1" } } };
    load(store, [
      user("Go"),
      call("c1", "completed"),
      call("c2", "completed", terminal),
      agent("Hello."),
    ]);
    expect(screen(store)).toEqual([
      "user: Go",
      "completed c1: Run",
      "completed c2: Run",
      "terminal: t1",
      "agent: Hello.",
    ]);
    expect(session(store).toolCalls.get("c2")?.turnId).toBe(
      session(store).toolCalls.get("c1")?.turnId,
    );
  });

  it("continues a message in a new run behind a call that the transcript lacks", () => {
    const store = interrupted(agent("One.", { messageId: "a" }));
    const replay = [
      user("Go"),
      agent("One.", { messageId: "a" }),
      call("c1", "completed"),
      agent("Two.", { messageId: "a" }),
    ];
    load(store, replay);
    const after = ["user: Go", "agent: One.", "completed c1: Run", "agent: Two."];
    expect(screen(store)).toEqual(after);
    store.disconnect();
    load(store, replay);
    expect(screen(store)).toEqual(after);
  });

  it("takes the final status of a call, the fields that it lacks, and longer output", () => {
    const store = interrupted(
      call("c1", "in_progress", { content: output("one\n") }),
      call("c2", "in_progress", { content: [{ type: "diff", path: "/w/a", newText: "a" }] }),
      call("c3", "completed", { title: "npm test" }),
    );
    load(store, [
      user("Go"),
      call("c1", "completed", { content: output("one\ntwo\n"), rawOutput: "two" }),
      call("c2", "failed", { title: "Other", content: output("failed"), kind: "edit" }),
      call("c3", "failed", { title: "Run a command", rawInput: { command: "npm test" } }),
    ]);
    const [c1, c2, c3] = session(store).toolCalls.values();
    expect(c1).toMatchObject({
      status: "completed",
      phase: "completed",
      content: output("one\ntwo\n"),
      rawOutput: "two",
    });
    expect(c2).toMatchObject({
      status: "failed",
      title: "Run",
      kind: "edit",
      content: [{ type: "diff" }],
    });
    expect(c3).toMatchObject({
      status: "completed",
      title: "npm test",
      rawInput: { command: "npm test" },
    });
    for (const one of [c1, c2, c3]) expect(one).not.toHaveProperty("replayed");
  });

  it("leaves a call unfinished whose end the agent does not know", () => {
    const store = interrupted(call("c1", "in_progress"));
    load(store, [user("Go"), call("c1", "pending")]);
    expect(session(store).toolCalls.get("c1")).toMatchObject({
      status: "in_progress",
      phase: "unfinished",
    });
    const [turn] = session(store).turns.values();
    expect(turn?.status).toBe("failed");
  });

  it("keeps the decisions about permission requests", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1", cwd: "/w" });
    store.startTurn("s1", [text("Go")]);
    const options = [{ optionId: "no", name: "No", kind: "reject_once" }];
    const request = { sessionId: "s1", toolCall: { toolCallId: "c1", title: "Run" }, options };
    void store.requestPermission(request, { requestId: 7 });
    store.respondToPermission(permissionId(store, 7), "no");
    store.disconnect();
    load(store, [user("Go"), call("c1", "failed"), agent("Sorry.")]);
    expect(screen(store)).toEqual([
      "user: Go",
      "failed c1: Run",
      "permission: no",
      "agent: Sorry.",
    ]);
    expect(session(store).toolCalls.get("c1")?.phase).toBe("rejected");
  });

  it("shows only the last version of a plan, and none of a complete turn", () => {
    const store = lostStore(
      { prompt: "One", updates: [plan("in_progress", "pending")] },
      { prompt: "Two", updates: [plan("completed", "pending")], isOpen: true },
    );
    const statuses: unknown[] = [];
    store.watch({ type: "table", sessionId: "s1", table: "plans" }, () => {
      const [entry] = session(store).plans.values();
      statuses.push(entry?.entries?.map(({ status }) => status));
    });
    load(store, [
      user("One"),
      plan("pending", "pending"),
      plan("in_progress", "pending"),
      user("Two"),
      plan("completed", "pending"),
      plan("completed", "in_progress"),
      plan("completed", "completed"),
    ]);
    expect(statuses).toEqual([["completed", "completed"]]);
    expect(screen(store)).toEqual(["user: One", "plan: main", "user: Two"]);
  });

  it("adds only the output of a terminal that follows the known output", () => {
    const terminal = (key: string, value: unknown): Json => ({
      sessionUpdate: "tool_call_update",
      toolCallId: "c1",
      _meta: { [key]: value },
    });
    const begin = call("c1", "in_progress", { _meta: { terminal_info: { terminal_id: "t1" } } });
    const store = interrupted(
      begin,
      terminal("terminal_output", { terminal_id: "t1", data: "one\n" }),
    );
    load(store, [
      user("Go"),
      begin,
      terminal("terminal_output", { terminal_id: "t1", data: "on" }),
      terminal("terminal_output", { terminal_id: "t1", data: "e\ntwo\n" }),
      terminal("terminal_exit", { terminal_id: "t1", exit_code: 0 }),
    ]);
    expect(selectTerminal(store.getState(), "s1", "t1")).toMatchObject({
      output: "one\ntwo\n",
      exitStatus: { exitCode: 0 },
    });
    expect(session(store).terminals.size).toBe(1);
  });

  it("keeps the rows of the application in their place", () => {
    const store = interrupted(call("c1", "completed"));
    store.putApplicationRow("s1", { rowId: "lost", data: "The connection was lost." });
    load(store, [user("Go"), call("c1", "completed"), agent("Done.")]);
    expect(screen(store).slice(1)).toEqual([
      "completed c1: Run",
      "application_row: lost",
      "agent: Done.",
    ]);
  });
});

describe("a complete turn in a merged replay", () => {
  it("stays unchanged", () => {
    const store = lostStore(
      { prompt: "One", updates: [call("c1", "completed"), agent("Done.")] },
      { prompt: "Two", updates: [agent("Yes.")] },
    );
    const before = screen(store);
    store.takePatches();
    const terminal = { _meta: { terminal_info: { terminal_id: "t1" } } };
    load(store, [
      user("One"),
      agent("A thought that was not shown."),
      call("c0", "completed", terminal),
      call("c1", "completed", { title: "Other", rawOutput: "more" }),
      agent("Done. And more."),
      user("Two"),
      agent("Yes."),
    ]);
    expect(screen(store)).toEqual(before);
    expect(session(store).terminals.size).toBe(0);
    expect(store.takePatches().filter(({ path }) => path[2] === "toolCalls")).toEqual([]);
  });

  it("is followed by what the agent adds to the last one", () => {
    const store = lostStore({ prompt: "One", updates: [agent("Done.")] });
    load(store, [user("One"), agent("Done."), call("c1", "completed"), agent("Also this.")]);
    expect(screen(store).slice(2)).toEqual(["completed c1: Run", "agent: Also this."]);
  });
});

describe("an agent that replays all calls before the second message", () => {
  const CONTEXT = user("<session_context>\nA list of files.\n</session_context>");
  const RESPONSE = user("[Function Response: run][Function Response: read_file]");

  it("has its calls in the turns that they belong to", () => {
    const store = lostStore(
      { prompt: "One", updates: [agent("First."), call("c1", "completed"), agent("Done.")] },
      { prompt: "Two", updates: [agent("Sec")], isOpen: true },
    );
    const replay = [
      CONTEXT,
      user("One"),
      agent("First."),
      call("c1", "completed"),
      call("c2", "completed"),
      RESPONSE,
      agent("Done."),
      user("Two"),
      agent("Second."),
      RESPONSE,
      agent("Finished."),
    ];
    load(store, replay, "after");
    const after = [
      "user: One",
      "agent: First.",
      "completed c1: Run",
      "agent: Done.",
      "user: Two",
      "completed c2: Run",
      "agent: Second.",
      "agent: Finished.",
    ];
    expect(screen(store).toSorted()).toEqual(after.toSorted());
    expect(screen(store).slice(0, 4)).toEqual(after.slice(0, 4));
    store.disconnect();
    const shown = screen(store);
    load(store, replay, "after");
    expect(screen(store)).toEqual(shown);
  });
});
