import { createGate, type PermissionQuestion, type Turn } from "../index.js";
import {
  EXPECT_CANCEL,
  expectAnswerOrder,
  expectPermission,
  expectPrompts,
  expectResult,
} from "./expectations.js";
import type { Scenario } from "./scenario.js";

/** Waits until the client has processed every earlier message. */
async function untilProcessed(turn: Turn): Promise<void> {
  const gate = createGate();
  gate.open();
  await turn.hold(gate);
}

const report = (turn: Turn, isAllowed: boolean): Promise<void> =>
  turn.say(isAllowed ? "You allowed it." : "You rejected it.");

export const PERMISSION_SCENARIOS: readonly Scenario[] = [
  {
    name: "two-permissions",
    title: "Two permission requests are open at once, and are answered in the other order.",
    steps: [
      "Send any prompt.",
      "Reject the request for the command, which came second.",
      "Allow the request for the edit, which came first.",
    ],
    createScript: () => ({
      async onPrompt(turn) {
        const edit = turn.edit({ path: "/project/a.txt", oldText: "teh\n", newText: "the\n" });
        const [isEdited, isRun] = await Promise.all([edit, turn.run({ command: "npm test" })]);
        await report(turn, isEdited && !isRun);
      },
    }),
    expectations: [
      expectPrompts(1),
      expectPermission(0, "allow", "for the edit"),
      expectPermission(1, "reject", "for the command"),
      expectAnswerOrder(1, 0, "The client sends each answer when the user gives it."),
    ],
  },
  {
    name: "permission-before-call",
    title: "A permission request names a tool call that the agent announces later.",
    steps: ["Send any prompt.", "Allow the request."],
    createScript: () => ({
      async onPrompt(turn) {
        const toolCallId = "late-call";
        const call = { title: "rm -r build", kind: "execute" } as const;
        const { isAllowed } = await turn.askPermission({ toolCallId, call });
        await turn.send({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
        await report(turn, isAllowed);
      },
    }),
    expectations: [expectPrompts(1), expectPermission(0, "allow", "for the command")],
  },
  {
    name: "reused-ids",
    title: "The agent uses the same tool call id in two turns, with a permission request in each.",
    steps: [
      "Send any prompt, and allow the request.",
      "Send another prompt, and reject the request.",
    ],
    createScript: () => ({
      async onPrompt(turn) {
        const toolCallId = "call_1";
        const question: PermissionQuestion = {
          toolCallId,
          call: { title: `Step for "${turn.text}"`, kind: "execute", status: "pending" },
        };
        const { isAllowed } = await turn.askPermission(question);
        const status = isAllowed ? "completed" : "failed";
        await turn.send({ sessionUpdate: "tool_call_update", toolCallId, status });
      },
    }),
    expectations: [
      expectPrompts(2),
      expectPermission(0, "allow", "of the first turn"),
      expectPermission(1, "reject", "of the second turn"),
    ],
  },
  {
    name: "withdrawn-permission",
    title: "The agent withdraws a permission request, and asks another question.",
    steps: ["Send any prompt. The first request disappears.", "Allow the request that remains."],
    createScript: () => ({
      async onPrompt(turn) {
        const withdrawal = new AbortController();
        const { signal } = withdrawal;
        const call = { title: "npm install", kind: "execute" } as const;
        const withdrawn = turn.askPermission({ signal, call }).catch(() => {});
        await untilProcessed(turn);
        withdrawal.abort();
        await withdrawn;
        await report(turn, await turn.run({ command: "npm ci" }));
      },
    }),
    expectations: [
      expectPermission(0, "not selected", "that was withdrawn"),
      expectPermission(1, "allow", "that remains"),
    ],
  },
  {
    name: "cancel-permission",
    title: "The user stops the turn while a permission request is open.",
    steps: ["Send any prompt.", "Stop the turn without answering the request."],
    createScript: () => ({
      onPrompt: async (turn) => report(turn, await turn.run({ command: "npm test" })),
    }),
    expectations: [EXPECT_CANCEL, expectPermission(0, "cancelled", "for the command")],
  },
  {
    name: "permission-after-cancel",
    title: "The agent asks for permission after the user has stopped the turn.",
    steps: ["Send any prompt.", "Stop the turn while the command runs. Answer nothing."],
    createScript: () => ({
      async onPrompt(turn) {
        await turn.call({ title: "npm run build", kind: "execute", status: "in_progress" });
        await turn.cancelled;
        // The request is sent, but a cancelled turn waits for no answer.
        await turn.askPermission({ call: { title: "npm test", kind: "execute" } }).catch(() => {});
        return "cancelled";
      },
    }),
    expectations: [EXPECT_CANCEL, expectPermission(0, "cancelled", "after the cancel")],
  },
  {
    name: "subagent-permission",
    title: "A subagent asks for permission in a separate session.",
    steps: ["Send any prompt.", "Allow the request of the subagent."],
    createScript: () => ({
      async onPrompt(turn) {
        // Clients of version 1 have to announce that they know subagents.
        const { subagents } = turn.clientCapabilities;
        if (turn.protocolVersion === 1 && !subagents)
          return report(turn, await turn.run({ command: "npm test" }));
        const subagent = await turn.subagent("Run the tests");
        await subagent.run({ command: "npm test", output: "5 passed\n" });
        await subagent.end();
        await turn.say("The subagent has finished.");
      },
    }),
    expectations: [expectPrompts(1), expectPermission(0, "allow", "of the subagent")],
  },
  {
    name: "form",
    title: "The agent asks the user to fill in a form.",
    steps: ["Send any prompt.", 'Fill in the field "Name" and submit the form.'],
    createScript: () => ({
      async onPrompt(turn) {
        const { elicitation } = turn.clientCapabilities as { elicitation?: { form?: object } };
        if (!elicitation?.form) return turn.say("This client supports no forms.");
        const answers = await turn.askForm({
          message: "What is the name of the project?",
          properties: {
            name: { type: "string", title: "Name" },
            isPublic: { type: "boolean", title: "Public", default: false },
          },
          required: ["name"],
        });
        await turn.say(answers ? "Thank you." : "Never mind.");
      },
    }),
    expectations: [
      expectResult(
        "elicitation/create",
        "The client submits the form with a name, or does not announce that it supports forms.",
        (result) => {
          const { action, content } = (result ?? {}) as {
            action?: unknown;
            content?: { name?: unknown };
          };
          return action === "accept" && typeof content?.name === "string";
        },
      ),
    ],
  },
];
