import { describe, expect, it } from "vitest";
import {
  conversationOf,
  output,
  permissionsOf,
  recordedSession,
  setupOf,
  toolCallsOf,
  turnsOf,
} from "../support/playRecording.js";
import { asSent } from "../support/trackedStore.js";

const GREET = "/workspace/src/greet.js";
const SETUP = {
  cwd: "/workspace",
  info: {},
  commands: [
    "debug",
    "compact",
    "context",
    "init",
    "pr-comments",
    "review",
    "security-review",
    "insights",
  ],
  mode: "default",
  model: "default",
  modes: ["default", "acceptEdits", "plan", "dontAsk"],
  config: [],
  usage: undefined,
};
const toolMeta = (tool: string) => ({ _meta: { claudeCode: { toolName: tool } } });
const shell = (toolCallId: string, rawInput: { command: string; description: string }) => ({
  ...toolMeta("Bash"),
  toolCallId,
  title: `\`${rawInput.command}\``,
  kind: "execute",
  locations: [],
  rawInput,
});
const failure = (text: string) => output(`\`\`\`\n${text}\n\`\`\``);

describe("claude (Zed adapter): failed edit and rejected command", () => {
  const EDIT = "toolu_01PoSv4fN8S07zcv8JcVqKyY";
  const MAKE = "toolu_01TtBxaFnNghShPahRKu6baA";
  const AGAIN = "toolu_01soo8tUj19trUmwR7sa4xTt";
  const UNREAD =
    "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>";
  const makeInput = { command: "touch generated.txt && echo made", description: "Make a file" };
  const againInput = { command: "touch again.txt && echo again", description: "Touch a file" };
  const session = recordedSession("claudezed-reject");

  it("joins chunks without ids up to the next call or prompt", () => {
    expect(conversationOf(session)).toEqual([
      "user@1: Bump the version.",
      "thought@1: I will edit the file.",
      "agent@1: Editing the greeting.",
      `tool_call: ${EDIT}`,
      "agent@1: The edit was refused. Trying a command instead.",
      `tool_call: ${MAKE}`,
      "permission: #0",
      "user@2: Try something else.",
      "agent@2: Second turn after a rejection. Running a command.",
      `tool_call: ${AGAIN}`,
      "permission: #1",
      "agent@2: Finished the second turn.",
    ]);
  });

  it("updates a call that is announced again", () => {
    expect(toolCallsOf(session)).toEqual([
      {
        ...toolMeta("Edit"),
        toolCallId: EDIT,
        title: "Edit `/workspace/src/greet.js`",
        kind: "edit",
        status: "failed",
        content: [failure(UNREAD)],
        locations: [{ path: GREET }],
        rawInput: {
          replace_all: false,
          file_path: GREET,
          old_string: "'1.0.0'",
          new_string: "'2.0.0'",
        },
        turn: 1,
      },
      {
        ...shell(MAKE, makeInput),
        status: "failed",
        content: [failure("User refused permission to run tool")],
        turn: 1,
      },
      { ...shell(AGAIN, againInput), status: "completed", content: [output("again")], turn: 2 },
    ]);
  });

  it("keeps raw outputs that are strings", () => {
    expect([...session.toolCalls.values()].map((call) => call.rawOutput)).toEqual([
      UNREAD,
      "User refused permission to run tool",
      "again",
    ]);
  });

  it("keeps each request as sent, with its answer", () => {
    const options = ["allow_always", "allow", "reject"];
    const makeTitle = "`touch generated.txt && echo made`";
    const againTitle = "`touch again.txt && echo again`";
    expect(permissionsOf(session)).toEqual([
      {
        requestId: 0,
        toolCallId: MAKE,
        toolCall: { toolCallId: MAKE, title: makeTitle, rawInput: makeInput },
        options,
        status: "selected",
        optionId: "reject",
        reason: "user",
        turn: 1,
      },
      {
        requestId: 1,
        toolCallId: AGAIN,
        toolCall: { toolCallId: AGAIN, title: againTitle, rawInput: againInput },
        options,
        status: "selected",
        optionId: "allow",
        reason: "user",
        turn: 2,
      },
    ]);
  });

  it("ends both turns and stores the setup", () => {
    expect(turnsOf(session)).toEqual([
      { prompt: "Bump the version.", status: "ended", stopReason: "end_turn" },
      { prompt: "Try something else.", status: "ended", stopReason: "end_turn" },
    ]);
    expect(setupOf(session)).toEqual(SETUP);
  });
});

describe("claude (Zed adapter): plan and unavailable tools", () => {
  const READ_GREET = "toolu_01hASakefUC5w1Y91fCcZyW9";
  const READ_INDEX = "toolu_01oCpDnHTMmahmK3y3sAHFDp";
  const EDIT = "toolu_01WVtHzgxS4vRJ6CwH7KdZPa";
  const RUN = "toolu_01NYCj9xKKCYyPHVdw3nSYW6";
  const READ_MISSING = "toolu_01DZ5tNsU82mRFZQ8Yn4v9v2";
  const LIST = "toolu_010LPsw1pZxixTTKk4rxrwBV";
  const GREP = "toolu_01R5jzny19HtmqmLd6Djg9DD";
  const WRITE = "toolu_01N7eW6BYjDTWsDnLfXpfszi";
  const FOUND = "Found 4 files\npackage.json\nREADME.md\nsrc/greet.js\nsrc/index.js";
  const unavailable = (tool: string) =>
    `<tool_use_error>Error: No such tool available: ${tool}</tool_use_error>`;
  const failed = (tool: string, toolCallId: string) => ({
    ...toolMeta(tool),
    toolCallId,
    status: "failed",
    content: [failure(unavailable(tool))],
    turn: 1,
  });
  const read = (toolCallId: string, path: string) => ({
    ...failed("Read", toolCallId),
    title: "Read File",
    kind: "read",
    locations: [{ path, line: 0 }],
    rawInput: { file_path: path },
  });
  const bash = (toolCallId: string, command: string, description: string) => ({
    ...failed("Bash", toolCallId),
    ...shell(toolCallId, { command, description }),
  });
  const session = recordedSession("claudezed-basic-fullcaps");

  it("shows the text after a plan as a second run of the message", () => {
    expect(conversationOf(session)).toEqual([
      "user@1: Please fix the typo in src/greet.js and run the program.",
      "thought@1: The user wants the typo fixed. Let me plan the work and look at both source files first.",
      "agent@1: I'll fix the typo. First, a short plan and a look at the sources.",
      "plan: main",
      "agent@1: Reading both files at once.",
      `tool_call: ${READ_GREET}`,
      `tool_call: ${READ_INDEX}`,
      "thought@1: The typo is Helo. I should edit the string.",
      `tool_call: ${EDIT}`,
      "agent@1: Edited. Now running the program.",
      `tool_call: ${RUN}`,
      "agent@1: Let me also check a file that may not exist.",
      `tool_call: ${READ_MISSING}`,
      `tool_call: ${LIST}`,
      `tool_call: ${GREP}`,
      "agent@1: The typo is fixed: `greet()` now returns **Hello**. The missing file was not there, which is expected.",
      "user@2: Now add a CHANGELOG.md.",
      "thought@2: A small follow up.",
      "agent@2: Creating the changelog now.",
      `tool_call: ${WRITE}`,
      "agent@2: Added CHANGELOG.md with one entry. Anything else?",
    ]);
  });

  it("keeps the last plan", () => {
    const step = (content: string) => ({ content, status: "completed", priority: "medium" });
    expect([...session.plans.values()].map(asSent)).toEqual([
      {
        planId: "main",
        type: "items",
        entries: [
          step("Read the sources"),
          step("Fix the typo in greet()"),
          step("Run the program"),
        ],
      },
    ]);
  });

  it("keeps the calls that fail in the first turn", () => {
    expect(toolCallsOf(session).slice(0, 6)).toEqual([
      read(READ_GREET, GREET),
      read(READ_INDEX, "/workspace/src/index.js"),
      {
        ...failed("Edit", EDIT),
        title: "Edit `/workspace/src/greet.js`",
        kind: "edit",
        locations: [{ path: GREET }],
        rawInput: {
          file_path: GREET,
          old_string: "  return 'Helo, ' + name + '!';",
          new_string: "  return 'Hello, ' + name + '!';",
          replace_all: false,
        },
      },
      bash(RUN, "node src/index.js ACP && echo done >&2", "Run the program"),
      read(READ_MISSING, "/workspace/src/missing.js"),
      bash(LIST, "ls src/nope; exit 3", "List a missing directory"),
    ]);
  });

  it("replaces metadata key by key", () => {
    expect(toolCallsOf(session).slice(6)).toEqual([
      {
        ...toolMeta("Grep"),
        toolCallId: GREP,
        title: 'grep "greet"',
        kind: "search",
        status: "completed",
        content: [output(FOUND)],
        locations: [],
        rawInput: { pattern: "greet" },
        turn: 1,
      },
      {
        ...failed("Write", WRITE),
        title: "Write /workspace/CHANGELOG.md",
        kind: "edit",
        locations: [{ path: "/workspace/CHANGELOG.md" }],
        rawInput: {
          file_path: "/workspace/CHANGELOG.md",
          content: "# Changelog\n\n- Fix typo in greet()\n",
        },
        turn: 2,
      },
    ]);
  });

  it("keeps the raw outputs", () => {
    expect([...session.toolCalls.values()].map((call) => call.rawOutput)).toEqual([
      unavailable("Read"),
      unavailable("Read"),
      unavailable("Edit"),
      unavailable("Bash"),
      unavailable("Read"),
      unavailable("Bash"),
      FOUND,
      unavailable("Write"),
    ]);
  });

  it("stores no permission requests, ends both turns and stores the setup", () => {
    expect(permissionsOf(session)).toEqual([]);
    expect(turnsOf(session)).toEqual([
      {
        prompt: "Please fix the typo in src/greet.js and run the program.",
        status: "ended",
        stopReason: "end_turn",
      },
      { prompt: "Now add a CHANGELOG.md.", status: "ended", stopReason: "end_turn" },
    ]);
    expect(setupOf(session)).toEqual(SETUP);
  });
});
