import { type AgentScript, memoryTranscripts, type TranscriptStorage } from "../index.js";
import { expectBefore, expectPrompts, expectRequests } from "./expectations.js";
import type { Scenario } from "./scenario.js";

const SIGN_IN = ["authenticate", "auth/login"] as const;
const STORED_SESSION = "stored-session";

const welcome: AgentScript["onPrompt"] = (turn) => turn.say("Welcome back.");

/** Keeps one session, which is listed for every working directory. */
function createStorage(): TranscriptStorage {
  const storage = memoryTranscripts({
    sessionId: STORED_SESSION,
    cwd: "/project",
    events: [
      { type: "prompt", messageId: "m1", content: [{ type: "text", text: "Read the readme" }] },
      { type: "thought", messageId: "m2", text: "A short file." },
      {
        type: "call",
        toolCallId: "c1",
        isNew: true,
        title: "Read README.md",
        kind: "read",
        status: "completed",
        content: [{ type: "text", text: "# Project" }],
      },
      { type: "message", messageId: "m3", text: "It has one heading." },
      { type: "title", title: "Stored session", updatedAt: "2026-01-01T00:00:00Z" },
    ],
  });
  return { ...storage, list: () => storage.list() };
}

export const SESSION_SCENARIOS: readonly Scenario[] = [
  {
    name: "replay",
    title: "The client opens a stored session, whose transcript the agent sends again.",
    steps: [
      'Open the session "Stored session" (its id is "stored-session") with its transcript.',
      "Send any prompt.",
    ],
    createScript: () => ({ onPrompt: welcome, storage: createStorage() }),
    expectations: [
      {
        rule: "The client opens the session with session/load, or in version 2 with session/resume and replayFrom.",
        findProblems(wire) {
          const isReplay = wire
            .requests("client", "session/load", "session/resume")
            .some(
              ({ method, params }) =>
                params["sessionId"] === STORED_SESSION &&
                (method === "session/load" || params["replayFrom"] != null),
            );
          return isReplay ? [] : ["The client did not ask for the transcript."];
        },
      },
      expectBefore(["session/load", "session/resume"], "session/prompt"),
      expectPrompts(1, { sessionId: STORED_SESSION }),
    ],
  },
  {
    name: "early-updates",
    title: "The agent sends updates of a session before it answers session/new.",
    steps: ["Open a session. The early message appears.", "Send any prompt."],
    createScript: () => ({
      onPrompt: welcome,
      async onSession({ send }) {
        await send({
          sessionUpdate: "agent_message_chunk",
          messageId: "early",
          content: { type: "text", text: "An update is available." },
        });
      },
    }),
    expectations: [expectBefore(["session/new"], "session/prompt"), expectPrompts(1)],
  },
  {
    name: "refused-setting",
    title: "The agent refuses a change of a setting, and accepts the next one.",
    steps: [
      'Set the model to "Retired". The client shows the error and the previous model.',
      'Set the model to "Quick".',
      "Send any prompt.",
    ],
    createScript: () => ({
      onPrompt: welcome,
      settings: [
        {
          id: "model",
          name: "Model",
          category: "model",
          type: "select",
          value: "steady",
          options: [
            { value: "steady", name: "Steady" },
            { value: "quick", name: "Quick" },
            { value: "retired", name: "Retired" },
          ],
        },
      ],
      onSetting({ value }) {
        if (value === "retired") throw new Error("The model is no longer available");
      },
    }),
    expectations: [
      expectRequests(["session/set_config_option"], 1, { configId: "model", value: "retired" }),
      expectRequests(["session/set_config_option"], 1, { configId: "model", value: "quick" }),
      expectPrompts(1),
    ],
  },
  {
    name: "sign-in",
    title: "The agent opens a session only after the user has signed in.",
    steps: ['Sign in with "Demo account".', "Open a session and send any prompt."],
    createScript: () => ({
      onPrompt: welcome,
      signIn: { methods: [{ id: "demo", name: "Demo account" }] },
    }),
    expectations: [
      expectRequests(SIGN_IN, 1, { methodId: "demo" }),
      expectBefore(SIGN_IN, "session/prompt"),
      expectPrompts(1),
    ],
  },
];
