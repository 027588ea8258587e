import type { AcpStore } from "@acp-store/core";

/** One state of a part: a position in a recorded session. */
export interface PartState {
  readonly name: string;
  /** The recording of the playground. */
  readonly recording: string;
  /** The number of frames to process. */
  readonly frame: number;
  /** Whether the edits of the session are reviewed. */
  readonly isReviewed?: boolean;
  /** Whether the part behaves as for a live agent. */
  readonly isLive?: boolean;
  /** Does what the user did in the client, which a recording does not contain. */
  readonly prepare?: (store: AcpStore, sessionId: string) => void;
  /** The key that the user types into the empty field of the part. A list above the field has place. */
  readonly typed?: string;
}

/** A part of `@acp-store/ui` with its states. */
export interface Part {
  readonly name: string;
  /** The entry of the package that exports it. */
  readonly entry: "ui" | "ui/diff" | "ui/fleet" | "ui/highlight" | "ui/markdown" | "ui/output";
  /** One sentence about the part. */
  readonly text: string;
  /** The height of the preview in CSS pixels, for parts that fill their element. */
  readonly height?: number;
  readonly states: readonly PartState[];
}

/** A group of parts in the navigation, and a page of the manual. */
export interface PartGroup {
  readonly text: string;
  /** The name of its page in `docs/parts`. */
  readonly page: string;
  /** The content of its page, in one sentence. */
  readonly about: string;
  readonly parts: readonly Part[];
}

const at = (name: string, recording: string, frame: number): PartState => ({
  ...{ name, recording, frame },
});
/** Parts that show nothing of a session need one state. */
const ALWAYS = [at("Default", "claude-fix-typo", 105)];

const part = (name: string, text: string, states: readonly PartState[], height?: number): Part => ({
  ...{ name, entry: "ui", text, states },
  ...(height !== undefined && { height }),
});

const contentPart = (
  name: string,
  entry: Part["entry"],
  text: string,
  states: readonly PartState[],
): Part => ({ name, entry, text, states });

const fleetPart = (
  name: string,
  text: string,
  states: readonly PartState[],
  height?: number,
): Part => ({
  ...part(name, text, states, height),
  entry: "ui/fleet",
});
/** The first of two agents has this recording; the other one is stopped. */
const live = (name: string, recording: string, frame: number): PartState => ({
  ...at(name, recording, frame),
  isLive: true,
});

const reviewed = (name: string, recording: string, frame: number): PartState => ({
  ...at(name, recording, frame),
  isReviewed: true,
});

const queueTwoPrompts = (store: AcpStore, sessionId: string): void => {
  store.queuePrompt(sessionId, [{ type: "text", text: "Then run the tests" }]);
  store.queuePrompt(sessionId, [{ type: "text", text: "Add an entry to the changelog" }]);
};

/** The reason that a real client reported when its agent crashed. */
const CRASH =
  "The agent exited with code 1: Error: Cannot read the model list: connect ECONNREFUSED 127.0.0.1:8080.";

const loseConnection = (store: AcpStore): void =>
  store.disconnect(CRASH, { retry: { attempt: 2, retryIn: 8000 } });

/** All parts, from the whole panel to single controls. */
export const PART_GROUPS: readonly PartGroup[] = [
  {
    text: "Panel",
    page: "panel",
    about: "The whole panel of a session in one component, and the player of a recording.",
    parts: [
      part(
        "AgentPanel",
        "A session with everything around it: the conversation, the plan, the requests and the composer.",
        [
          at("Working", "claude-fix-typo", 70),
          at("Waiting for the user", "codex-reject-v2", 24),
          at("A subagent works", "claude-subagent", 28),
          at("A subagent asks", "claude-subagent", 35),
          at("Finished", "gemini-fix-typo", 62),
        ],
        640,
      ),
      part("PlayerBar", "The controls of a player that plays a recording.", ALWAYS),
    ],
  },
  {
    text: "Conversation",
    page: "conversation",
    about: "The messages, the tool calls and the turns of a session, and each of their rows.",
    parts: [
      part(
        "Conversation",
        "The rows of a session. It renders only the visible ones, and stays at the end while the agent writes.",
        [
          at("Working", "claude-fix-typo", 86),
          at("Stopped", "opencode-stop-command", 25),
          at("Failed", "gemini-errors", 18),
        ],
        480,
      ),
      part(
        "EmptyState",
        "Shown before the first message, with prompts to try.",
        [{ ...at("New session", "claude-fix-typo", 6), isLive: true }],
        420,
      ),
      part("Message", "One run of a message.", [
        at("User", "claude-fix-typo", 8),
        at("Agent, writing", "claude-fix-typo", 99),
        at("Agent", "claude-fix-typo", 105),
        at("Thought", "claude-fix-typo", 12),
      ]),
      part(
        "BlockView",
        "One row of a conversation: a message, tool calls, a subagent or the end of a turn.",
        [at("Tool calls", "claude-fix-typo", 39), at("Message", "claude-fix-typo", 105)],
      ),
      part("ToolCallCard", "A tool call with its status, output, diffs and permissions.", [
        at("Pending", "claude-fix-typo", 50),
        at("Needs approval", "claude-fix-typo", 54),
        at("Running", "opencode-stop-command", 12),
        at("Done, with a diff", "claude-fix-typo", 57),
        at("Done, with a terminal", "claude-fix-typo-v2", 80),
        at("Failed", "claude-fix-typo", 86),
        at("Cancelled", "claude-cancel", 22),
      ]),
      part("TerminalOutput", "The output of a terminal, with colors.", [
        at("Running", "claude-fix-typo-v2", 78),
        at("Exited", "claude-fix-typo-v2", 79),
        at("Failed", "claude-fix-typo-v2", 99),
      ]),
      part("SubagentCard", "A subagent with its own transcript.", [
        at("Running", "claude-subagent", 28),
        { ...at("Can be stopped", "claude-subagent", 28), isLive: true },
        at("Finished", "claude-subagent", 50),
      ]),
      part("TurnEnd", "The end of a turn, with its reason.", [
        at("Finished", "claude-fix-typo", 105),
        at("Stopped", "opencode-stop-command", 25),
        at("Failed", "gemini-errors", 18),
      ]),
    ],
  },
  {
    text: "Requests",
    page: "requests",
    about:
      "The requests of the agent that wait for the user: permissions, forms and pages to open.",
    parts: [
      part("PermissionDock", "The pending permission requests, answered with one click or key.", [
        at("One request", "claude-fix-typo", 54),
        at("A command", "gemini-fix-typo", 34),
        at("Several requests", "codex-reject-v2", 21),
      ]),
      part("ElicitationDock", "The questions of the agent that wait for an answer.", [
        at("A form", "scripted-form-v2", 14),
      ]),
      part("ElicitationPrompt", "One question of the agent, with its form.", [
        at("A form", "scripted-form-v2", 14),
      ]),
    ],
  },
  {
    text: "Review",
    page: "review",
    about: "The changes of a folder, which the user keeps or rejects.",
    parts: [
      part(
        "ReviewChanges",
        "The changes that agents made in a folder, by file or by the turn that wrote them.",
        [reviewed("Two files", "claude-fix-typo", 127), reviewed("Nothing", "claude-cancel", 26)],
        480,
      ),
    ],
  },
  {
    text: "Composer, plan and settings",
    page: "composer",
    about:
      "The parts around the conversation: the field for prompts, the queue, the plan and the settings.",
    parts: [
      part("Composer", "Sends prompts, stops the agent, and completes commands.", [
        { ...at("Idle", "claude-fix-typo", 105), isLive: true },
        { ...at("While the agent works", "claude-fix-typo", 60), isLive: true },
        { ...at("With mentions", "claude-fix-typo", 105), isLive: true, typed: "@" },
      ]),
      part("QueuedPrompts", "The prompts to send next. They can be edited and reordered.", [
        {
          ...at("Two prompts", "claude-fix-typo", 60),
          isLive: true,
          prepare: queueTwoPrompts,
        },
      ]),
      part("PlanPanel", "The plan of the agent, and its progress.", [
        at("Begun", "claude-fix-typo", 21),
        at("In progress", "claude-fix-typo", 70),
      ]),
      part("UsageMeter", "The used part of the context window.", [
        at("Default", "claude-fix-typo", 105),
      ]),
      part("SessionOptions", "The mode, the model and the options of a session.", [
        at("Version 1", "claude-fix-typo", 105),
        at("Version 2", "codex-reject-v2", 39),
      ]),
      part("SettingErrors", "The settings that the agent refused.", [
        at("Refused", "scripted-form-v2", 27),
      ]),
    ],
  },
  {
    text: "Sessions and connection",
    page: "sessions",
    about: "The list of sessions, and the state of the connection and of the sign-in.",
    parts: [
      part(
        "SessionList",
        "The sessions of an agent, with search and actions.",
        [
          { ...at("One session", "claude-fix-typo", 105), isLive: true },
          { ...at("Two sessions that wait", "gemini-two-sessions", 20), isLive: true },
        ],
        280,
      ),
      part("SessionPicker", "A select with the sessions of a recording.", [
        at("Two sessions", "gemini-two-sessions", 20),
      ]),
      part(
        "ConnectionBanner",
        "The state of the connection, and the sign-in that the agent requires.",
        [
          at("Connecting", "claude-fix-typo", 1),
          { ...at("Reconnecting", "claude-fix-typo", 105), isLive: true, prepare: loseConnection },
          {
            ...at("Reconnecting now", "claude-fix-typo", 105),
            prepare: (store) => store.connect({ attempt: 2 }),
          },
          { ...at("Closed", "claude-fix-typo", 105), prepare: (store) => store.disconnect(CRASH) },
          at("Sign-in required", "gemini-sign-in", 4),
          at("Signing in", "gemini-sign-in", 5),
          at("Sign-in failed", "scripted-sign-in-v2", 6),
          at("Sign-in in a terminal", "claude-sign-in", 7),
        ],
      ),
      part(
        "AccountMenu",
        "A button that shows the account at the agent, and signs the user out.",
        [at("Signed in", "scripted-sign-in-v2", 10)],
        220,
      ),
      part("AgentLog", "The last lines that the agent wrote to stderr.", ALWAYS),
      part("Notice", "A message about the connection, with actions.", ALWAYS),
    ],
  },
  {
    text: "Several agents",
    page: "fleet",
    about: "The parts of a page with several agents, which `FleetApp` puts together.",
    parts: [
      fleetPart("Inbox", "The requests to the user in the sessions of all agents, and then news.", [
        live("Two sessions that wait", "gemini-two-sessions", 20),
        live("A failed turn", "gemini-errors", 18),
        live("Empty", "claude-fix-typo", 6),
      ]),
      fleetPart(
        "AgentSessions",
        "The sessions of all agents, by agent, with one search field.",
        [
          live("Two agents", "claude-fix-typo", 105),
          live("Sessions that wait", "gemini-two-sessions", 20),
        ],
        380,
      ),
      fleetPart(
        "HandoffDialog",
        "A dialog in which the user continues a session with another agent.",
        [live("Two agents", "claude-fix-typo", 105)],
        640,
      ),
      fleetPart(
        "StartPage",
        "The agents with their conditions, to open a session with one of them in a folder.",
        [live("Two agents", "claude-fix-typo", 105)],
        480,
      ),
      fleetPart(
        "FleetPanel",
        "The panel of a session of any agent.",
        [
          live("Working", "claude-fix-typo", 70),
          {
            ...live("The agent has ended", "claude-fix-typo", 105),
            prepare: (store) => store.disconnect(CRASH),
          },
        ],
        640,
      ),
      fleetPart(
        "RegistryPicker",
        "The agents of a registry, to add, update and remove them.",
        ALWAYS,
        380,
      ),
    ],
  },
  {
    text: "Content",
    page: "content",
    about:
      "The components for Markdown, terminal output and diffs, which fill the slots of other parts.",
    parts: [
      contentPart("MarkdownText", "ui/markdown", "Markdown, even while it is being written.", [
        at("Being written", "claude-fix-typo", 99),
        at("Complete", "claude-fix-typo", 105),
      ]),
      contentPart("Code", "ui/highlight", "The slot that highlights code by its language.", [
        at("JavaScript", "gemini-fix-typo", 28),
        at("Markdown", "claude-fix-typo", 120),
        at("JSON", "claude-fix-typo", 72),
      ]),
      contentPart("Output", "ui/output", "The output of a tool, with ANSI colors.", ALWAYS),
      contentPart("DiffView", "ui/diff", "A changed file, with the changed words marked.", [
        at("A change", "claude-fix-typo", 57),
        at("A new file", "claude-fix-typo", 120),
      ]),
      contentPart("ChangesView", "ui/diff", "The changed files of a patch, in version 2.", [
        at("A change", "claude-fix-typo-v2", 60),
      ]),
      contentPart("ToolCallLineCount", "ui/diff", "The added and removed lines of a tool call.", [
        at("A change", "claude-fix-typo", 57),
      ]),
    ],
  },
  {
    text: "Controls",
    page: "controls",
    about: "Small controls in the style of the parts, for your own content.",
    parts: [
      part("LabeledSelect", "A native select with a visible label.", ALWAYS),
      part("Tabs", "Tabs for the views of a narrow page.", ALWAYS),
      part("Popover", "A button that opens a group or a menu.", ALWAYS, 120),
      part("CopyButton", "A button that copies a text.", ALWAYS),
      part("Icon", "A decorative icon.", ALWAYS),
      part("Spinner", "A spinner for running work.", ALWAYS),
    ],
  },
];

/** The parts of all groups. */
export const PARTS: readonly Part[] = PART_GROUPS.flatMap(({ parts }) => parts);
