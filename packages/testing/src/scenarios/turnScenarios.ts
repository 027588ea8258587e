import type { Turn } from "../index.js";
import {
  EXPECT_CANCEL,
  expectBefore,
  expectPermission,
  expectPrompts,
  expectRequests,
  expectUnknownMethod,
} from "./expectations.js";
import type { Scenario } from "./scenario.js";

const UNKNOWN_METHOD = "_testing/unknown";
const HUGE_MESSAGE_CHARS = 1_000_000;
const HUGE_OUTPUT_UPDATES = 5000;

/** Runs a command with permission, to see whether the client still works. */
async function checkClient(turn: Turn): Promise<void> {
  await turn.run({ command: "npm test", output: "5 passed\n" });
}

async function sendHugeOutput(turn: Turn): Promise<void> {
  const text = "x".repeat(HUGE_MESSAGE_CHARS);
  await turn.read("/project/huge.log", text);
  const call = await turn.call({ title: "npm run build", kind: "execute", status: "in_progress" });
  for (let line = 1; line <= HUGE_OUTPUT_UPDATES; line += 1)
    await call.update({ content: [{ type: "text", text: `line ${line}\n` }] });
  await call.complete();
}

async function sendGarbage(turn: Turn): Promise<void> {
  const { sessionId } = turn.session;
  const update = (value: unknown): object => ({
    jsonrpc: "2.0",
    method: "session/update",
    params: { sessionId, update: value },
  });
  await turn.sendRaw("Usage: agent [--acp]");
  await turn.sendRaw({ jsonrpc: "2.0", method: "_testing/weather", params: { temperature: 20 } });
  await turn.sendRaw(update({ sessionUpdate: "_testing_weather", temperature: 20 }));
  await turn.sendRaw(update({ sessionUpdate: "tool_call_update" }));
  await turn.sendRaw(update(null));
  await turn.sendRaw({ jsonrpc: "2.0", id: "nobody asked", result: {} });
  await turn.request(UNKNOWN_METHOD, {}).catch(() => {});
}

export const TURN_SCENARIOS: readonly Scenario[] = [
  {
    name: "first-turn",
    title: "The agent thinks, makes a plan, reads a file and answers.",
    steps: ["Send any prompt."],
    createScript: () => ({
      async onPrompt(turn) {
        await turn.think("The user wants a short answer.");
        await turn.plan(["Read the file", "Answer"]);
        await turn.read("/project/README.md", "# Project\n");
        await turn.say("This is **the answer**.");
      },
    }),
    expectations: [expectRequests(["session/new"], 1), expectPrompts(1)],
  },
  {
    name: "late-updates",
    title: "After the user stops the turn, the agent still sends output, and then ends the turn.",
    steps: [
      "Send any prompt.",
      "Stop the turn while the command runs. Its late output appears.",
      "Send another prompt.",
    ],
    createScript: () => ({
      async onPrompt(turn) {
        if (turn.session.events.some(({ type }) => type === "call"))
          return turn.say("Welcome back.");
        const call = await turn.call({ title: "npm test", kind: "execute", status: "in_progress" });
        await turn.cancelled;
        await call.update({ content: [{ type: "text", text: "late output\n" }] });
        await call.complete();
        return "cancelled";
      },
    }),
    expectations: [EXPECT_CANCEL, expectPrompts(2)],
  },
  {
    name: "failed-turn",
    title: "The agent answers a prompt with an error, and the next one as usual.",
    steps: ["Send any prompt. The client shows the error.", "Send another prompt."],
    createScript: () => ({
      async onPrompt(turn) {
        const isFirst = turn.session.events.filter(({ type }) => type === "prompt").length === 1;
        if (isFirst) throw new Error("The model is overloaded");
        await turn.say("It works again.");
      },
    }),
    expectations: [expectPrompts(2)],
  },
  {
    name: "huge-output",
    title: "The agent sends one megabyte at once and 5,000 updates, and then asks for permission.",
    steps: ["Send any prompt.", "Allow the request."],
    createScript: () => ({
      async onPrompt(turn) {
        await sendHugeOutput(turn);
        await checkClient(turn);
      },
    }),
    expectations: [expectPermission(0, "allow", "after the output")],
  },
  {
    name: "garbage",
    title: "The agent sends invalid messages, unknown updates and an unknown request.",
    steps: ["Send any prompt.", "Allow the request that follows the invalid messages."],
    createScript: () => ({
      async onPrompt(turn) {
        await sendGarbage(turn);
        await checkClient(turn);
      },
    }),
    expectations: [
      expectUnknownMethod(UNKNOWN_METHOD),
      expectPermission(0, "allow", "after the invalid messages"),
    ],
  },
  {
    name: "agent-dies",
    title: "The agent exits while a tool call runs and a permission request is open.",
    steps: ["Send any prompt.", "Watch the client report the loss of the agent. Answer nothing."],
    createScript: () => ({
      async onPrompt(turn) {
        await turn.call({ title: "npm run build", kind: "execute", status: "in_progress" });
        turn.askPermission({ call: { title: "npm test", kind: "execute" } }).catch(() => {});
        // The answer proves that the client has received the permission request.
        await turn.request(UNKNOWN_METHOD, {}).catch(() => {});
        await turn.crash("Out of memory.");
      },
    }),
    endsByCrash: true,
    expectations: [
      {
        rule: "The client does not send the prompt again without the user.",
        findProblems: (wire) =>
          wire
            .requests("client", "session/prompt")
            .slice(1)
            .map(({ id }) => `The client sent another prompt (id ${JSON.stringify(id)}).`),
      },
    ],
  },
  {
    name: "parallel-sessions",
    title: "Two sessions run at the same time, and both ask for permission.",
    steps: [
      "Open a session and send any prompt.",
      "Open another session and send any prompt.",
      "Allow the request of the second session, then reject that of the first.",
    ],
    createScript: () => ({ onPrompt: checkClient }),
    expectations: [
      expectRequests(["session/new"], 2),
      expectBefore(["session/new"], "session/prompt"),
      expectPermission(0, "reject", "of the first session"),
      expectPermission(1, "allow", "of the second session"),
    ],
  },
];
