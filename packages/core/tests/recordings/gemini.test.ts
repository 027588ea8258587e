import { describe, expect, it } from "vitest";
import {
  conversationOf,
  greetSource,
  output,
  permissionsOf,
  recordedSession,
  setupOf,
  toolCallsOf,
  turnsOf,
} from "../support/playRecording.js";

const OPTIONS = ["proceed_always", "proceed_once", "cancel"];
const SETUP = {
  cwd: "/workspace",
  info: {},
  commands: [
    "memory",
    "memory show",
    "memory refresh",
    "memory list",
    "memory inbox",
    "extensions",
    "extensions list",
    "extensions explore",
    "extensions enable",
    "extensions disable",
    "extensions install",
    "extensions link",
    "extensions uninstall",
    "extensions restart",
    "extensions update",
    "init",
    "restore",
    "restore list",
    "about",
    "help",
  ],
  mode: "default",
  model: "gemini-2.5-pro",
  modes: ["default", "autoEdit", "yolo", "plan"],
  config: [],
  usage: undefined,
};

/** The tool call of an edit. Gemini first mentions a call in its permission request. */
const edit = (toolCallId: string, version: string) => ({
  toolCallId,
  title: `src/greet.js: '1.0.0' => '${version}'`,
  kind: "edit",
  status: "pending",
  content: [
    {
      type: "diff",
      path: "/workspace/src/greet.js",
      oldText: greetSource("1.0.0"),
      newText: greetSource(version),
      _meta: { kind: "modify" },
    },
  ],
  locations: [{ path: "/workspace/src/greet.js" }],
});
const shell = (toolCallId: string, title: string, description: string) => ({
  toolCallId,
  title,
  kind: "execute",
  status: "pending",
  content: [output(`[current working directory /workspace] (${description})`)],
  locations: [],
});
const done = (call: object) => ({ ...call, status: "completed", content: [] });

describe("gemini: cancel during a permission request", () => {
  const REPLACE = "replace__replace_1795211132002_0";
  const DENIED = "run_shell_command__run_shell_command_1795211132106_1";
  const TOUCH = "run_shell_command__run_shell_command_1795211135353_0";
  const session = recordedSession("gemini-cancelperm");

  it("keeps the conversation in order", () => {
    expect(conversationOf(session)).toEqual([
      "user@1: Do both.",
      "agent@1: I want to run two things.",
      `tool_call: ${REPLACE}`,
      "permission: #0",
      `tool_call: ${DENIED}`,
      "user@2: Only the second thing.",
      "agent@2: Second turn.",
      `tool_call: ${TOUCH}`,
      "permission: #1",
      "agent@2: Second turn finished.",
    ]);
  });

  it("cancels the open call and creates the unknown one", () => {
    expect(toolCallsOf(session)).toEqual([
      { ...edit(REPLACE, "9.9.9"), status: "cancelled", turn: 1 },
      {
        toolCallId: DENIED,
        kind: "execute",
        status: "failed",
        content: [output('Tool execution for "Shell" denied by policy.')],
        locations: [],
        turn: 1,
      },
      { ...done(shell(TOUCH, "touch y.txt && echo y", "Touch y")), turn: 2 },
    ]);
  });

  it("settles one permission by the cancel and the other by its answer", () => {
    expect(permissionsOf(session)).toEqual([
      {
        requestId: 0,
        toolCallId: REPLACE,
        toolCall: edit(REPLACE, "9.9.9"),
        options: OPTIONS,
        status: "cancelled",
        reason: "turn_cancelled",
        turn: 1,
      },
      {
        requestId: 1,
        toolCallId: TOUCH,
        toolCall: shell(TOUCH, "touch y.txt && echo y", "Touch y"),
        options: OPTIONS,
        status: "selected",
        optionId: "proceed_once",
        reason: "user",
        turn: 2,
      },
    ]);
  });

  it("ends each turn with its own stop reason", () => {
    expect(turnsOf(session)).toEqual([
      { prompt: "Do both.", status: "ended", stopReason: "cancelled" },
      { prompt: "Only the second thing.", status: "ended", stopReason: "end_turn" },
    ]);
  });

  it("stores the setup", () => {
    expect(setupOf(session)).toEqual(SETUP);
  });
});

describe("gemini: parallel calls, one of them rejected", () => {
  const REPLACE = "replace__replace_1795211150101_0";
  const P1 = "run_shell_command__run_shell_command_1795211150160_1";
  const P2 = "run_shell_command__run_shell_command_1795211150165_2";
  const README = "read_file__read_file_1795211150168_3";
  const session = recordedSession("gemini-parallel");

  it("keeps the conversation in order", () => {
    expect(conversationOf(session)).toEqual([
      "user@1: Do three things in parallel.",
      "thought@1: **Working on it**\nThree things in parallel.",
      "agent@1: Doing three things in parallel.",
      `tool_call: ${REPLACE}`,
      "permission: #0",
      `tool_call: ${P1}`,
      "permission: #1",
      `tool_call: ${P2}`,
      "permission: #2",
      `tool_call: ${README}`,
      "agent@1: All three are done.",
    ]);
  });

  it("shows the rejected call, which never ended, as rejected", () => {
    expect([...session.toolCalls.values()].map(({ phase }) => phase)).toEqual([
      "completed",
      "rejected",
      "completed",
      "completed",
    ]);
    expect(toolCallsOf(session)).toEqual([
      { ...edit(REPLACE, "3.0.0"), status: "completed", turn: 1 },
      { ...shell(P1, "touch p1.txt; sleep 1; echo p1", "p1"), turn: 1 },
      { ...done(shell(P2, "touch p2.txt; echo p2", "p2")), turn: 1 },
      {
        toolCallId: README,
        title: "README.md",
        kind: "read",
        status: "completed",
        content: [],
        locations: [{ path: "/workspace/README.md" }],
        turn: 1,
      },
    ]);
  });

  it("keeps every answer with its request", () => {
    const answered = { options: OPTIONS, status: "selected", reason: "user", turn: 1 };
    expect(permissionsOf(session)).toEqual([
      {
        ...answered,
        requestId: 0,
        toolCallId: REPLACE,
        toolCall: edit(REPLACE, "3.0.0"),
        optionId: "proceed_once",
      },
      {
        ...answered,
        requestId: 1,
        toolCallId: P1,
        toolCall: shell(P1, "touch p1.txt; sleep 1; echo p1", "p1"),
        optionId: "cancel",
      },
      {
        ...answered,
        requestId: 2,
        toolCallId: P2,
        toolCall: shell(P2, "touch p2.txt; echo p2", "p2"),
        optionId: "proceed_once",
      },
    ]);
  });

  it("ends the turn and stores the setup", () => {
    expect(turnsOf(session)).toEqual([
      { prompt: "Do three things in parallel.", status: "ended", stopReason: "end_turn" },
    ]);
    expect(setupOf(session)).toEqual(SETUP);
  });
});
