/** The texts of the composer. */
export const composerTexts = {
  label: "Prompt",
  message: "Message",
  messageAgent: (agent: string | undefined): string => `Message ${agent ?? "the agent"}`,
  followUp: "Queue a follow-up message",
  connecting: "Queue a message for when the agent is connected",
  readOnly: "This session is read-only",
  notConnected: "Not connected",
  notSent: (reason: string): string => `Not sent: ${reason}`,
  send: "Send",
  queue: "Queue",
  steer: "Send into the running turn",
  steerTurn: "Send a message into the running turn",
  stop: "Stop",
  stopping: "Stopping…",
  /** Keys are in braces. Where the place is short, the parts after a comma are left out. */
  sendHint: "{Enter} to send, {Shift Enter} for a new line, {/} for commands, {@} for files",
  /** Keys are in braces. */
  queueHint: "{Enter} to queue, {Esc} to stop",
  /** Keys are in braces. */
  steerHint: "{Enter} to send into the turn, {Esc} to stop",
  /** Keys are in braces. */
  queueOrSteerHint: "{Enter} to queue, {Ctrl Enter} into the turn, {Esc} to stop",
  /** Keys are in braces. */
  steerOrQueueHint: "{Enter} into the turn, {Ctrl Enter} to queue, {Esc} to stop",
  commands: "Commands",
  moreCommands: (count: number): string => `${count} more. Type to narrow the list.`,
  mentions: "Mentions",
  moreMentions: "There are more. Type to narrow the list.",
  mentionsNotFound: (reason: string): string => `Some mentions were not found: ${reason}`,
  allChanges: "All changes",
  changesIn: (file: string): string => `Changes in ${file}`,
  attach: "Attach files",
  attachments: "Attachments",
  removeAttachment: (name: string): string => `Remove ${name}`,
  pastedImage: "Pasted image",
  unsupportedFile: (name: string): string => `The agent does not accept this type of file: ${name}`,
  fileTooLarge: (name: string, megabytes: number): string =>
    `${name} is larger than ${megabytes} MB`,
  unreadableFile: (name: string, reason: string): string => `Could not read ${name}: ${reason}`,
  emptyContent: (name: string): string => `${name} has no content to attach`,
  noEmbedding: (name: string): string =>
    `The agent does not accept embedded content, and cannot read this itself: ${name}`,
  reading: (name: string): string => `Reading ${name}…`,
  link: "Link",
  linkTitle: (address: string): string =>
    `${address}\n\nSent as a link. The agent reads it itself.`,
  totalSize: (size: string): string => `${size} in total`,
  pastedText: (lines: number): string => `Pasted text (${lines} ${lines === 1 ? "line" : "lines"})`,
  putIntoMessage: (name: string): string => `Put into the message: ${name}`,
};

/** The texts of the meter of context tokens, and of the tokens and costs in total. */
export const usageTexts = {
  label: "Context used",
  detail: (used: number, size: number, percent: number): string =>
    `${used} of ${size} context tokens used (${percent}%)`,
  percent: (percent: number): string => `${percent} percent`,
  context: "Context:",
  amount: (used: string, size: string): string => `${used} of ${size}`,
  details: "Tokens and cost in total",
  model: "Model",
  /** In place of the name of a model that the agent did not name. */
  unknownModel: "Not named",
  input: "Input",
  cached: "Cached",
  output: "Output",
  total: "Total",
  cost: "Cost",
  budget: (spent: string, amount: string, per: "session" | "agent"): string =>
    `${spent} of the budget of ${amount} for this ${per} is spent`,
  dismissBudget: "Dismiss",
};

/** The texts of the queue. */
export const queueTexts = {
  label: "Queued prompts",
  upNext: "Up next",
  paused: (count: number): string =>
    `Queue paused (${count} ${count === 1 ? "prompt" : "prompts"})`,
  waitingForEdit: "Waiting for your edit",
  stopping: "Stopping the agent to send the next prompt",
  resume: "Resume queue",
  notSent: (reason: string): string => `Not sent: ${reason}`,
  moved: (position: number, count: number): string => `Moved to position ${position} of ${count}`,
  edit: "Edit",
  editTitle: (text: string): string => `${text}\n\nClick to edit`,
  moveUp: "Move up",
  moveDown: "Move down",
  sendNow: "Send now",
  remove: "Remove",
  actionOn: (action: string, text: string): string => `${action}: ${text}`,
  attachment: (type: string): string => `(${type})`,
  editor: "Edit the queued prompt",
  field: "Queued prompt",
  /** Keys are in braces. */
  editorHint: "{Enter} to save, {Esc} to discard",
  discard: "Discard",
  save: "Save",
};

/** The texts of the plan. */
export const planTexts = {
  title: "Plan",
  progress: (done: number, total: number): string => `${done} of ${total}`,
  pending: "To do",
  in_progress: "In progress",
  completed: "Done",
  status: (status: string): string => `${status}:`,
  highPriority: "High priority",
};

/** The texts of the settings of a session. */
export const settingTexts = {
  model: "Model",
  mode: "Mode",
  dismiss: "Dismiss",
  theModel: "the model",
  theMode: "the mode",
  changeFailed: (name: string, value: string, reason: string): string =>
    `Could not change ${name} to ${value}: ${reason}`,
  turnOnFailed: (name: string, reason: string): string => `Could not turn ${name} on: ${reason}`,
  turnOffFailed: (name: string, reason: string): string => `Could not turn ${name} off: ${reason}`,
  noReason: "The agent did not say why.",
};

/** The texts of MCP servers. */
export const mcpTexts = {
  label: (count: number): string => `MCP servers (${count})`,
  unsupported: "Left out: not supported by this agent",
  noProblem: "No problem reported",
};
