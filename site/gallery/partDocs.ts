/** The documentation of a part that its source does not contain. */
export interface PartDocs {
  /** The hooks with its logic, of `@acp-store/ui`. */
  readonly hooks?: readonly string[];
  /** Its keys, and their actions. */
  readonly keys?: readonly (readonly [keys: string, action: string])[];
  /** More about its behavior, as Markdown. */
  readonly text?: string;
}

const MENU_KEYS: PartDocs["keys"] = [
  ["Escape", "Closes the popover and focuses its button"],
  ["Tab", "Leaves the popover, which closes it"],
];

/** The documentation of the parts, by name. Parts without hooks, keys and further text have none. */
export const PART_DOCS: Readonly<Record<string, PartDocs>> = {
  AgentPanel: {
    hooks: ["usePanelActions"],
    text: "It fills its parent, which needs a height. It contains the provider for its session, and announces the turn and its requests to screen readers once. Its layout follows its own width and not that of the window.",
    keys: [
      ["Escape", "Stops the running turn, unless a popover or a list was closed with it"],
      [
        "Tab, Enter",
        "In the lines of a diff or a file: moves to the button that comments, and opens the editor",
      ],
      [
        "Arrow Up, Arrow Down",
        "On this button: moves it to another line. With Shift: selects more lines",
      ],
      ["Ctrl+Enter, Cmd+Enter", "In the editor of a comment: saves it"],
      ["Escape", "In the editor of a comment: discards the change"],
      [
        "Alt+1 … Alt+9",
        "Answers the permission request at the front with the option of this number",
      ],
    ],
  },
  PlayerBar: {
    hooks: ["usePlayerBar"],
    text: "Put it into the `footer` of an `AgentPanel`, or anywhere else on the page. Its keys work wherever the focus is, unless the focused element uses the key itself: a field, a button, a link, or an area that scrolls. With `createPlayer`, the panel, the devtools and the bar show the same position.",
    keys: [
      ["Space", "Plays or pauses. After the last frame, plays from the start"],
      ["Arrow Left, Arrow Right", "Pauses, and moves to the previous or the next frame"],
      ["Home, End", "Pauses, and moves to the start or the end"],
    ],
  },
  Conversation: {
    hooks: ["useConversation"],
    text: "Its parent needs a height. It renders the rows in view and a few around them, stays at the end while the agent writes, and leaves the position alone when the user has scrolled up.",
    keys: [
      ["Home, End", "Scrolls to the first or the last row"],
      ["Page Up, Page Down, Space", "Scrolls by a page"],
      ["Tab", "Moves to the buttons and the scrolling areas of the rows in view"],
    ],
  },
  ReviewChanges: {
    text: "It needs a `ReviewProvider` of `@acp-store/review/react` around it. `AgentPanel` shows it in its side panel. It renders the first files, and the changes of open ones. *Why?* names the tool call, the permission and the prompt of a change; `showInConversation` and `openSession` of `AcpUiProvider` make links of them.",
    keys: [
      ["Tab, Enter", "Moves to the buttons of a turn, a file or a change, and decides"],
      ["Enter", "After a decision, the focus is on the button of the next change"],
    ],
  },
  ToolCallCard: {
    hooks: ["useToolCallCard"],
    text: "Calls that run a command, change files or fail are open at first. `openLocation` of `AcpUiProvider` turns its locations into buttons.",
    keys: [["Enter, Space", "Opens or closes the details"]],
  },
  SubagentCard: { keys: [["Enter, Space", "Opens or closes the transcript"]] },
  PermissionDock: {
    hooks: ["usePermissionDock", "useSessionPermissions", "useIsArmed"],
    text: "It ignores clicks and keys for 450 ms after the requests have changed, because they were meant for something else. It does not take the focus from a field in which the user is typing. When the focused request is answered, the focus moves to the next one, and after the last one to the composer.",
    keys: [
      ["Alt+1 … Alt+9", "Answers the request at the front with the option of this number"],
      ["Tab, Enter", "Moves to an option, and selects it"],
    ],
  },
  ElicitationDock: { hooks: ["useSessionElicitations"] },
  ElicitationPrompt: {
    hooks: ["useElicitationForm"],
    text: "The whole address of a page is shown before it is opened. Only web and mail addresses can be opened.",
    keys: [["Enter", "Sends the form, from a field of one line"]],
  },
  Composer: {
    hooks: ["useComposer", "useComments"],
    text: "The text is the draft of the session. `AcpPersistenceProvider` of `@acp-store/react` keeps the text over a reload. Attachments are pasted, dropped or picked, if the agent accepts them: images up to 10 MB, and text files up to 1 MB. Long pasted text and mentions are attachments, too. They stay with their session until they are sent, even while another session is shown, but not over a reload: drafts are rewritten while the user types, and images are large. Comments on lines of diffs and files are listed above the text. They are a second draft of the session: they are sent with the next prompt, or alone with Enter in an empty field.",
    keys: [
      [
        "Enter",
        "Sends the prompt. While the agent works, queues it, or sends it into the turn (`followUps`)",
      ],
      ["Ctrl+Enter, Cmd+Enter", "While the agent works: does the other of the two"],
      ["Shift+Enter", "Begins a new line"],
      ["/", "At the start: lists the slash commands of the agent"],
      ["@", "At the start or after a space: lists files, symbols, changes and sessions"],
      ["Arrow Up, Arrow Down", "In a list: moves between its rows"],
      ["Tab, Enter", "In a list: inserts the row"],
      ["Escape", "Closes the list, or else stops the agent"],
    ],
  },
  QueuedPrompts: {
    hooks: ["useQueuedPrompts"],
    text: "A prompt that is edited waits until its editor is closed. Prompts can be dragged, even in an open shadow root.",
    keys: [
      ["Alt+Arrow Up, Alt+Arrow Down", "Moves the focused prompt"],
      ["Enter", "Edits the focused prompt. In its editor: saves it"],
      ["Escape", "In the editor: discards the change"],
    ],
  },
  PlanPanel: {
    hooks: ["usePlanPanel"],
    keys: [["Enter, Space", "Opens or closes the list of steps"]],
  },
  TurnEnd: {
    hooks: ["useContinue", "useRetry"],
    text: "The end of an interrupted turn says why: the exit code or the signal, and the last lines that the agent wrote to stderr. In the last turn, buttons ask the agent to continue and send the prompt again, as soon as the connection is restored.",
  },
  UsageMeter: {
    hooks: ["useUsageMeter"],
    text: "The cost includes that of subagents. A button shows the tokens of each model.",
  },
  SessionOptions: {
    text: "The changes are shown immediately, and taken back if the agent refuses them. `SettingErrors` says why.",
  },
  SessionList: {
    hooks: ["useSessionList", "useSessionActions", "usePendingCounts", "useMarkRead"],
    text: "The actions decide which commands the menus offer. `useSessionActions` creates them for a connection or a mirror.",
    keys: [
      ["Arrow Up, Arrow Down", "Moves between the sessions"],
      ["Enter", "Shows the focused session"],
      ["F2", "Renames the focused session. Enter saves, Escape discards"],
      ["Escape", "In the search field: clears it"],
    ],
  },
  TerminalOutput: { hooks: ["useTerminalOutput"] },
  ConnectionBanner: {
    hooks: ["useConnectionBanner"],
    text: "It needs no session. A method that needs a terminal is offered if the application passes `onTerminalSignIn`, `agentCommand` or both. The command is quoted for POSIX shells.",
  },
  AccountMenu: { keys: MENU_KEYS },
  Inbox: {
    text: "It lists what blocks an agent first, the longest wait at the top, and then what failed or finished while the user was not looking.",
    keys: [["Arrow Up, Arrow Down", "Moves between the rows"]],
  },
  AgentSessions: {
    keys: [
      ["Arrow Up, Arrow Down", "Moves between the sessions of an agent"],
      ["Enter", "Shows the focused session"],
      ["F2", "Renames the focused session. Enter saves, Escape discards"],
      ["Escape", "In the search field: clears it"],
    ],
  },
  HandoffDialog: {
    text: "`AgentSessions` calls its `onContinue` with the session to continue. `FleetApp` contains the dialog.",
    keys: [
      ["Enter", "In a field other than the message: starts the session"],
      ["Escape", "Closes the dialog"],
    ],
  },
  StartPage: {
    text: "`useNewSession` of `@acp-store/ui/fleet` returns `newSession`: its progress, the failure, and a function that opens a session.",
  },
  RegistryPicker: {
    text: "On a server, `registryRequests` of `@acp-store/server/registry` answers its requests, and `createRegistryClient` of `@acp-store/server/client` makes them.",
  },
  Tabs: {
    keys: [
      ["Arrow Left, Arrow Right", "Selects the previous or the next tab"],
      ["Home, End", "Selects the first or the last tab"],
    ],
  },
  Popover: { hooks: ["useClosePopover"], keys: MENU_KEYS },
  LabeledSelect: { text: "It is a native select, so the browser provides its keys." },
  MarkdownText: {
    text: "Raw HTML is shown as text. Links open in a new tab without a referrer, and only safe addresses become links. Images become links, because loading them would tell their server about the reader.",
  },
};
