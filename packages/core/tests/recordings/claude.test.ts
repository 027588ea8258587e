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

describe("claude: permission answered after a cancel", () => {
  const CALL_ID = "toolu_01rcTaTgY51YsDAd2ow2T8fZ";
  const REFUSED =
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";
  const COMMANDS = [
    ..."deep-research dataviz update-config verify debug code-review simplify batch".split(" "),
    ..."fewer-permission-prompts loop claude-api workflow-authoring run".split(" "),
    ..."run-skill-generator plugin-authoring agents auto-mode-setup autocompact".split(" "),
    ..."compact config output-style context effort fast heapdump init model".split(" "),
    ..."__remote-workflow workflow-launch-exec reload-skills rename".split(" "),
    ..."security-review usage insights recap goal list-agents team-onboarding".split(" "),
    ..."mcp remote-control".split(" "),
  ];
  const session = recordedSession("claude-lateperm");

  it("keeps the conversation in order", () => {
    expect(conversationOf(session)).toEqual([
      "user@1: Run it.",
      "agent@1: I want to run a command.",
      `tool_call: ${CALL_ID}`,
      "permission: #0",
      "user@2: Hello?",
      "agent@2: Hello again.",
    ]);
    const [, first, , second] = [...session.messages.values()];
    expect(first?.messageId).toBe("msg_01T63A28FPJbuhpJFeh1RvTY");
    expect(second?.messageId).toBe("msg_01VWDu2Dviy0r4zFga175M10");
  });

  it("fills in the missing location from the request", () => {
    expect(toolCallsOf(session)).toEqual([
      {
        toolCallId: CALL_ID,
        name: "Bash",
        title: "touch late.txt && echo late",
        kind: "execute",
        status: "failed",
        content: [output(`\`\`\`\n${REFUSED}\n\`\`\``)],
        locations: [{ path: "/workspace/late.txt" }],
        rawInput: { command: "touch late.txt && echo late", description: "Touch late" },
        _meta: { claudeCode: { toolName: "Bash", nonExecutionKind: "user-rejected" } },
        turn: 1,
      },
    ]);
    expect(session.toolCalls.get(CALL_ID)?.rawOutput).toBe(REFUSED);
  });

  it("settles the permission when the cancel is sent", () => {
    const cancelled = { status: "cancelled", reason: "turn_cancelled" };
    expect(permissionsOf(recordedSession("claude-lateperm", 16))).toMatchObject([cancelled]);
    expect(permissionsOf(recordedSession("claude-lateperm", 20))).toMatchObject([cancelled]);
  });

  it("prefers the answer that was sent over the cancel", () => {
    expect(permissionsOf(session)).toEqual([
      {
        requestId: 0,
        toolCallId: CALL_ID,
        toolCall: {
          toolCallId: CALL_ID,
          name: "Bash",
          title: "touch late.txt && echo late",
          kind: "execute",
          status: "pending",
          content: [output("Touch late")],
          locations: [{ path: "/workspace/late.txt" }],
          rawInput: { command: "touch late.txt && echo late", description: "Touch late" },
        },
        options: ["allow-once", "reject"],
        status: "selected",
        optionId: "allow-once",
        reason: "user",
        turn: 1,
      },
    ]);
  });

  it("ends each turn with its own stop reason", () => {
    expect(turnsOf(session)).toEqual([
      { prompt: "Run it.", status: "ended", stopReason: "cancelled" },
      { prompt: "Hello?", status: "ended", stopReason: "end_turn" },
    ]);
  });

  it("stores the setup, the last commands, the title and the usage", () => {
    expect(setupOf(session)).toEqual({
      cwd: "/workspace",
      info: { title: "Run it.", updatedAt: "2026-11-20T21:39:48.279Z" },
      commands: COMMANDS,
      mode: "default",
      modes: ["default", "acceptEdits", "plan", "auto"],
      config: ["mode: default", "model: claude-sonnet-4-5"],
      usage: {
        used: 5177,
        size: 200000,
        cost: { amount: 0.011009999999999999, currency: "USD" },
        _meta: { "_claude/origin": { kind: "human" }, "_claude/model": "claude-sonnet-4-5" },
      },
    });
  });
});
