/** The texts of the conversation, and of its announcements to screen readers. */
export const conversationTexts = {
  label: "Conversation",
  messages: "Messages",
  jumpToLatest: "Jump to latest",
  nothingYet: "Nothing has happened yet.",
  working: "Working",
  stopping: "Stopping…",
  waitingForYou: "Waiting for you",
  /** In a recording, where you cannot answer. */
  waitingForAnswer: "Waiting for an answer",
  emptyTitle: "What would you like to work on?",
  /** `{folder}` is replaced by the name of the folder. */
  emptyFolder: (agent: string | undefined): string => `${agent ?? "The agent"} works in {folder}.`,
  exploreLabel: "Find your way around",
  explorePrompt: "Explain how this project is structured",
  fixLabel: "Get something working",
  fixPrompt: "Run the tests and fix what fails",
  improveLabel: "Improve the code",
  improvePrompt: "Find a small improvement and make it",
};

/** The texts in place of a part that could not be rendered. */
export const failureTexts = {
  title: "This part could not be displayed.",
  reason: (message: string): string => `The component that renders it failed: ${message}`,
  retry: "Try again",
  content: "Content",
  clippedContent: "Start of the content. Copy it to get all of it.",
  copy: "Copy content",
};

/** The announcements about the turn and its requests to screen readers. */
export const announcementTexts = {
  working: "The agent is working.",
  stopping: "The agent is stopping.",
  failed: "The agent failed.",
  interrupted: "The agent was interrupted.",
  stopped: "The agent was stopped.",
  finished: "The agent has finished.",
  permissions: (count: number, title: string): string =>
    `${count} ${count === 1 ? "permission request" : "permission requests"}: ${title}`,
  /** The agent asks, or the application, such as before a prompt over the budget. */
  question: (message: string): string => `Question: ${message}`,
};

/** The texts of the end of a turn. */
export const turnTexts = {
  interrupted: (duration: string): string => `Interrupted after ${duration}`,
  /** The reason if none is known. */
  interruptedDetail: "The connection to the agent ended before it had finished.",
  continue: "Continue",
  /** While the connection is being restored. */
  continuing: "Continues after reconnecting",
  retry: "Retry",
  /** While the connection is being restored. */
  retrying: "Retries after reconnecting",
  /** The prompt that is sent to the agent. */
  continuePrompt: "Continue",
  notContinued: (reason: string): string => `Not sent: ${reason}`,
  failed: "The agent failed",
  failureDetail: (message: string | undefined, code: number): string =>
    `${message} (error ${code})`,
  max_tokens: "The agent reached its token limit",
  max_turn_requests: "The agent reached its request limit for this turn",
  refusal: "The agent refused to continue",
  unconfirmed: (duration: string): string => `Stopped after ${duration} without a confirmation`,
  unconfirmedDetail:
    "The agent did not confirm that it has stopped, and may still be working. You can continue.",
  stoppedByUser: (duration: string): string => `You stopped the agent after ${duration}`,
  stopped: (duration: string): string => `The agent stopped after ${duration}`,
  worked: (duration: string): string => `Worked for ${duration}`,
  copy: "Copy the turn as Markdown",
  historiesDiffer: "The agent has a different history of this session. It follows here.",
};

/** The texts of messages and thoughts. */
export const messageTexts = {
  user: "You",
  agent: "Agent",
  thinking: "Thinking…",
  thought: "Thought",
  /** Between "Thought" and its duration. */
  durationPrefix: "for",
  steeringSent: "On its way into the running turn…",
  steeringInjected: "Sent into the running turn",
  steeringStartedTurn: "The turn was over, so this began a new one",
  steeringFailed: "The agent did not take this message",
  sentAgain: "Sent again",
};

/** The texts of subagents. */
export const subagentTexts = {
  untitled: "Subagent",
  toolCalls: (count: number): string => `${count} ${count === 1 ? "tool call" : "tool calls"}`,
  needsInput: "Needs input",
  stopping: "Stopping…",
  unfinished: "Unfinished",
  label: "Subagents",
  runningCount: (count: number): string =>
    `${count} ${count === 1 ? "subagent" : "subagents"} running`,
  tokens: (amount: string): string => `${amount} tokens`,
  stop: (title: string): string => `Stop ${title}`,
  close: "Close",
  asks: (title: string): string => `Subagent ${title} asks`,
  tooDeep: "This subagent is nested too deeply to be shown here.",
  nothingYet: "Nothing has happened yet.",
  showEarlier: (count: number): string => `Show earlier (${count} ${count === 1 ? "row" : "rows"})`,
};

/** The texts of compactions of the context. */
export const compactionTexts = {
  title: "Compaction of the context",
  running: "Compacting the context",
  completed: "Context compacted",
  compacted: (before: string, after: string): string =>
    `Context compacted: ${before} → ${after} tokens`,
  failed: "The context could not be compacted",
  cancelled: "The compaction of the context was stopped",
  unfinished: "The compaction of the context did not finish",
  /** Between the outcome and the duration. */
  durationPrefix: "in",
  summary: "Summary",
};

/** The texts of notices of the agent. */
export const noticeTexts = {
  info: "Notice",
  warning: "Warning",
  error: "Error",
  times: (count: number): string => `${count} times`,
};

/** The units of times and numbers. The amounts are formatted for `locale`. */
export const formatTexts = {
  lessThanASecond: "less than 1 s",
  seconds: (amount: string): string => `${amount} s`,
  minutes: (amount: string): string => `${amount} min`,
  hours: (amount: string): string => `${amount} h`,
  ageNow: "now",
  ageMinutes: (amount: string): string => `${amount} min`,
  ageHours: (amount: string): string => `${amount} h`,
  ageDays: (amount: string): string => `${amount} d`,
  thousands: (amount: string): string => `${amount}k`,
  millions: (amount: string): string => `${amount}M`,
};
