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

const OPTIONS = ["once", "always", "reject"];
const GREET = "/workspace/src/greet.js";
const SETUP = {
  cwd: "/workspace",
  info: {},
  commands: ["customize-opencode", "init", "review"],
  mode: undefined,
  modes: undefined,
  config: ["model: fake/fake-model", "effort: low", "mode: build"],
};
const usage = (used: number) => ({ used, size: 128000, cost: { amount: 0, currency: "USD" } });

const bash = (toolCallId: string, command: string, description: string) => ({
  toolCallId,
  title: command,
  kind: "execute",
  locations: [{ path: "/workspace" }],
  rawInput: { command, description, cwd: "/workspace" },
});
/** A request with a different title, locations and input than its call and the status `pending`. */
const bashRequest = (toolCallId: string, command: string) => ({
  toolCallId,
  toolCall: {
    toolCallId,
    title: command,
    kind: "execute",
    status: "pending",
    locations: [],
    rawInput: { command },
  },
});
const editRequest = (toolCallId: string, version: string) => ({
  toolCallId,
  toolCall: {
    toolCallId,
    title: GREET,
    kind: "edit",
    status: "pending",
    locations: [{ path: GREET }],
    rawInput: { filepath: GREET, diff: unifiedDiff(version) },
    content: [
      {
        type: "diff",
        path: GREET,
        oldText: greetSource("1.0.0"),
        newText: greetSource(version),
      },
    ],
  },
});

function unifiedDiff(version: string): string {
  return `Index: ${GREET}
===================================================================
--- ${GREET}
+++ ${GREET}
@@ -1,5 +1,5 @@
 export function greet(name) {
   return 'Helo, ' + name + '!';
 }
${" "}
-export const VERSION = '1.0.0';
+export const VERSION = '${version}';
`;
}

describe("opencode: cancel during a permission request", () => {
  const EDIT = "call_9rq1soq9s0CiatwcuoeK4v0r";
  const TOUCH_X = "call_J0JH2J7cbQxaB8Dv4jyuqaNm";
  const TOUCH_Y = "call_aGFAruAhVw0TRj8SMP43Uajy";
  const session = recordedSession("opencode-cancelperm");

  it("keeps the conversation in order", () => {
    expect(conversationOf(session)).toEqual([
      "user@1: Do both.",
      "agent@1: I want to run two things.",
      `tool_call: ${EDIT}`,
      `tool_call: ${TOUCH_X}`,
      "permission: #0",
      "permission: #1",
      "user@2: Only the second thing.",
      "agent@2: Second turn.",
      `tool_call: ${TOUCH_Y}`,
      "permission: #2",
      "agent@2: Second turn finished.",
    ]);
  });

  it("adds the content that only the request contains", () => {
    const beforeCancel = recordedSession("opencode-cancelperm", 13);
    expect(beforeCancel.toolCalls.get(EDIT)).toMatchObject({
      title: "edit",
      status: "in_progress",
      content: editRequest(EDIT, "9.9.9").toolCall.content,
      rawInput: { filePath: GREET, oldString: "'1.0.0'", newString: "'9.9.9'" },
    });
    expect(permissionsOf(beforeCancel)).toMatchObject([{ requestId: 0, status: "pending" }]);
  });

  it("stays cancelling until the turn ends, despite new requests", () => {
    const cancelling = recordedSession("opencode-cancelperm", 16);
    expect(cancelling.activity).toBe("cancelling");
    expect(turnsOf(cancelling)).toEqual([{ prompt: "Do both.", status: "cancelling" }]);
    expect(toolCallsOf(cancelling)).toMatchObject([
      { toolCallId: EDIT, status: "cancelled" },
      { toolCallId: TOUCH_X, status: "cancelled" },
    ]);
  });

  it("accepts the final status after the cancel", () => {
    const aborted = { status: "failed", content: [output("Tool execution aborted")] };
    expect(toolCallsOf(session)).toEqual([
      {
        ...aborted,
        toolCallId: EDIT,
        title: "edit",
        kind: "edit",
        locations: [{ path: GREET }],
        rawInput: { filePath: GREET, oldString: "'1.0.0'", newString: "'9.9.9'" },
        turn: 1,
      },
      { ...bash(TOUCH_X, "touch x.txt && echo x", "Touch x"), ...aborted, turn: 1 },
      {
        ...bash(TOUCH_Y, "touch y.txt && echo y", "Touch y"),
        status: "completed",
        content: [output("y\n")],
        turn: 2,
      },
    ]);
  });

  it("keeps the raw outputs", () => {
    const aborted = { error: "Tool execution aborted", metadata: { interrupted: true } };
    expect([...session.toolCalls.values()].map((call) => call.rawOutput)).toEqual([
      aborted,
      aborted,
      { output: "y\n", metadata: { output: "y\n", exit: 0, truncated: false } },
    ]);
  });

  it("settles the requests before and after the cancel", () => {
    expect(permissionsOf(session)).toEqual([
      {
        requestId: 0,
        ...editRequest(EDIT, "9.9.9"),
        options: OPTIONS,
        status: "cancelled",
        reason: "turn_cancelled",
        turn: 1,
      },
      {
        requestId: 1,
        ...bashRequest(TOUCH_X, "touch x.txt && echo x"),
        options: OPTIONS,
        status: "cancelled",
        reason: "turn_ended",
        turn: 1,
      },
      {
        requestId: 2,
        ...bashRequest(TOUCH_Y, "touch y.txt && echo y"),
        options: OPTIONS,
        status: "selected",
        optionId: "once",
        reason: "user",
        turn: 2,
      },
    ]);
  });

  it("ends both turns and stores the setup", () => {
    expect(turnsOf(session)).toEqual([
      { prompt: "Do both.", status: "ended", stopReason: "cancelled" },
      { prompt: "Only the second thing.", status: "ended", stopReason: "end_turn" },
    ]);
    expect(setupOf(session)).toEqual({ ...SETUP, usage: usage(1833) });
  });
});

describe("opencode: parallel calls and a turn that ends with a pending permission", () => {
  const EDIT = "call_QPxANXhTtQzcfsdBrtsszChs";
  const P1 = "call_vHujPAUUJMCGMcRih4uszG7A";
  const P2 = "call_oK2BSURUVw44T0zzJk0EQsf1";
  const README = "call_GEFoNd1syYU5hcxUPF29iTi3";
  const session = recordedSession("opencode-parallel");

  it("keeps the conversation in order", () => {
    expect(conversationOf(session)).toEqual([
      "user@1: Do three things in parallel.",
      "thought@1: Three things in parallel.",
      "agent@1: Doing three things in parallel.",
      `tool_call: ${EDIT}`,
      `tool_call: ${P1}`,
      `tool_call: ${P2}`,
      `tool_call: ${README}`,
      "permission: #0",
      "permission: #2",
      "permission: #3",
    ]);
  });

  it("uses the agent's message ids", () => {
    const [, ...fromAgent] = [...session.messages.values()];
    expect(fromAgent.map((message) => message.messageId)).toEqual([
      "prt_1fae7d0ac001bqwjCbPtHt8eJ7",
      "msg_1fae7c21d001aHkkzOXKXmPZQg",
    ]);
  });

  it("keeps every call's own results", () => {
    const rejected = {
      status: "failed",
      content: [output("The user rejected permission to use this specific tool call.")],
      turn: 1,
    };
    expect(toolCallsOf(session)).toEqual([
      {
        toolCallId: EDIT,
        title: "src/greet.js",
        kind: "edit",
        status: "completed",
        content: [
          output("Edit applied successfully."),
          { type: "diff", path: GREET, oldText: "'1.0.0'", newText: "'3.0.0'" },
        ],
        locations: [{ path: GREET }],
        rawInput: { filePath: GREET, oldString: "'1.0.0'", newString: "'3.0.0'" },
        turn: 1,
      },
      { ...bash(P1, "touch p1.txt; sleep 1; echo p1", "p1"), ...rejected },
      { ...bash(P2, "touch p2.txt; echo p2", "p2"), ...rejected },
      {
        toolCallId: README,
        title: "README.md",
        kind: "read",
        status: "completed",
        content: [output("# greeter\n\nA tiny demo package.")],
        locations: [{ path: "/workspace/README.md" }],
        rawInput: { filePath: "/workspace/README.md" },
        turn: 1,
      },
    ]);
  });

  it("settles the pending permission when the turn ends", () => {
    const [, , open] = permissionsOf(recordedSession("opencode-parallel", 32));
    expect(open).toMatchObject({ requestId: 3, status: "cancelled", reason: "turn_ended" });
  });

  it("accepts an answer that was sent after the turn ended", () => {
    const answered = { options: OPTIONS, status: "selected", reason: "user", turn: 1 };
    expect(permissionsOf(session)).toEqual([
      { ...answered, requestId: 0, ...editRequest(EDIT, "3.0.0"), optionId: "once" },
      {
        ...answered,
        requestId: 2,
        ...bashRequest(P1, "touch p1.txt; sleep 1; echo p1"),
        optionId: "reject",
      },
      {
        ...answered,
        requestId: 3,
        ...bashRequest(P2, "touch p2.txt; echo p2"),
        optionId: "once",
      },
    ]);
  });

  it("ends the turn and stores the setup", () => {
    expect(turnsOf(session)).toEqual([
      { prompt: "Do three things in parallel.", status: "ended", stopReason: "end_turn" },
    ]);
    expect(setupOf(session)).toEqual({ ...SETUP, usage: usage(1611) });
  });
});

describe("opencode: one id for three calls", () => {
  const session = recordedSession("opencode-sameids");

  it("keeps the conversation in order", () => {
    expect(conversationOf(session)).toEqual([
      "user@1: Go.",
      "agent@1: Turn one.",
      "tool_call: call_same_1",
      "agent@1: Still turn one, same id again.",
      "permission: #0",
      "agent@1: End one.",
      "user@2: Go again.",
      "agent@2: Turn two.",
      "agent@2: End two.",
    ]);
  });

  it("keeps the last call in the turn of the first", () => {
    expect(toolCallsOf(session)).toEqual([
      {
        toolCallId: "call_same_1",
        title: "README.md",
        kind: "read",
        status: "completed",
        content: [output("# greeter\n\nA tiny demo package.")],
        locations: [{ path: "/workspace/README.md" }],
        rawInput: { filePath: "/workspace/README.md" },
        turn: 1,
      },
    ]);
  });

  it("resets the call when its id is reused", () => {
    const [again] = toolCallsOf(recordedSession("opencode-sameids", 13));
    expect(again).toMatchObject({ title: "bash", kind: "execute", status: "pending" });
  });

  it("replaces the entire raw output", () => {
    expect(session.toolCalls.get("call_same_1")?.rawOutput).toEqual({
      output:
        "<path>/workspace/README.md</path>\n<type>file</type>\n<content>\n1: # greeter\n2: \n3: A tiny demo package.\n\n(End of file - total 3 lines)\n</content>",
      metadata: {
        preview: "# greeter\n\nA tiny demo package.",
        truncated: false,
        loaded: [],
        display: {
          type: "file",
          path: "/workspace/README.md",
          text: "# greeter\n\nA tiny demo package.",
          lineStart: 1,
          lineEnd: 3,
          totalLines: 3,
          truncated: false,
        },
      },
    });
  });

  it("keeps the permission with the requested call", () => {
    expect(permissionsOf(session)).toEqual([
      {
        requestId: 0,
        ...bashRequest("call_same_1", "touch s1.txt; echo s1"),
        options: OPTIONS,
        status: "selected",
        optionId: "once",
        reason: "user",
        turn: 1,
      },
    ]);
  });

  it("ends both turns and stores the setup", () => {
    expect(turnsOf(session)).toEqual([
      { prompt: "Go.", status: "ended", stopReason: "end_turn" },
      { prompt: "Go again.", status: "ended", stopReason: "end_turn" },
    ]);
    expect(setupOf(session)).toEqual({ ...SETUP, usage: usage(2055) });
  });
});
