/** The texts of the session list. */
export const sessionTexts = {
  label: "Sessions",
  list: "All sessions",
  picker: "Session",
  newSession: "New session",
  untitled: "Untitled session",
  search: "Search sessions",
  clearSearch: "Clear search",
  /** `{query}` is replaced by the search text. */
  noMatch: "No session has {query} in its title.",
  none: "There are no sessions in this folder yet.",
  loading: "Loading sessions…",
  listFailed: (reason: string): string => `Could not list sessions: ${reason}`,
  showMore: "Show more",
  loadingMore: "Loading…",
  showArchived: "Show archived",
  errorTitle: (title: string): string => `${title}.`,
  dismiss: "Dismiss",
  cancel: "Cancel",
  fork: "Fork",
  forkOf: (title: string): string => `Fork of ${title}`,
  worktree: (branch: string, repository: string): string => `${branch} in ${repository}`,
  waiting: (count: number): string =>
    `${count} ${count === 1 ? "request" : "requests"} waiting for you`,
  moreActions: (title: string): string => `More actions for ${title}`,
  titleOf: (title: string): string => `Title of ${title}`,
  forgetTitle: "Forget this session?",
  /** `{title}` is replaced by the title of the session. */
  forgetText:
    "The saved copy of {title} is removed, with its queue and its draft. The agent may still have the conversation.",
  /** `{title}` is replaced by the title of the session. */
  forgetOpenText:
    "The saved copy of {title} is removed, with its queue and its draft, and the session is closed. The agent may still have the conversation.",
  forgetConfirm: "Forget",
  deleteTitle: "Delete this session?",
  /** `{title}` is replaced by the title of the session. */
  deleteText: "{title} and its conversation are deleted permanently.",
  deleteConfirm: "Delete",
};

/** The items of the menu of a session. */
export const sessionMenuTexts = {
  rename: "Rename",
  renameShortcut: "F2",
  fork: "Fork",
  goToOriginal: "Go to original",
  archive: "Archive",
  unarchive: "Unarchive",
  continueSession: "Continue with another agent…",
  copyMarkdown: "Copy as Markdown",
  downloadMarkdown: "Download as Markdown",
  export: "Export",
  close: "Close",
  forget: "Forget this session…",
  delete: "Delete…",
};

/** The states of sessions in the list, for screen readers. */
export const sessionStateTexts = {
  "read-only": "read-only",
  loading: "loading",
  working: "working",
  unread: "unread",
  archived: "archived",
};

/** The actions on sessions that have failed. */
export const sessionErrorTexts = {
  open: "The agent could not open a session",
  close: "Could not close the session",
  archive: "Could not archive the session",
  unarchive: "Could not unarchive the session",
  delete: "Could not delete the session",
  copyMarkdown: "Could not copy the session",
  downloadMarkdown: "Could not download the session",
  export: "Could not export the session",
  forget: "Could not forget the session",
};

/** The texts of the connection. */
export const connectionTexts = {
  connecting: "Connecting to the agent",
  waiting: "Waiting for the window or server that runs the agent",
  reconnecting: "Reconnecting to the agent",
  tryingNow: (attempt: number): string =>
    attempt > 1 ? `Trying again now (attempt ${attempt}).` : "Trying again now.",
  tryingIn: (seconds: number, attempt: number): string =>
    `Trying again in ${seconds} ${seconds === 1 ? "second" : "seconds"}${attempt > 1 ? ` (attempt ${attempt})` : ""}.`,
  closed: "Not connected",
  reconnect: "Reconnect",
  signIn: (agent: string | undefined): string => `Sign in to ${agent ?? "the agent"}`,
  signInDetail: "The agent requires you to sign in before you can use it.",
  noSignIn:
    "The agent does not offer a way to sign in here. Sign in with its own program, then reload this page.",
  signInFailed: (method: string | undefined, reason: string): string =>
    `${method ?? "The sign-in"} failed: ${reason}`,
  signingIn: "Signing in…",
  terminalDetail: "Run one of the commands in a terminal. Then reconnect.",
  signingInTerminal: "Continue in the terminal.",
  signInNote: "The agent handles the sign-in. This page never sees your password.",
  copyCommand: (method: string): string => `Copy the command for ${method}`,
  agentOutput: (lines: number): string =>
    `Agent output (${lines} ${lines === 1 ? "line" : "lines"})`,
  agentOutputLabel: "Agent output",
};

/** The texts of a sign-in in a terminal. */
export const terminalSignInTexts = {
  title: (agent: string): string => `Sign in to ${agent}`,
  label: (agent: string): string => `Terminal of ${agent}`,
  status: {
    running: "The program of the agent is running.",
    connecting: "You are signed in. Connecting to the agent…",
  },
  keys: "Press Shift+F6 to leave the terminal.",
  cancel: "Cancel",
  close: "Close",
  closed: "The terminal was closed before you were signed in.",
};

/** The texts of the account. */
export const accountTexts = {
  label: "Account",
  signedIn: "You are signed in.",
  signedInAs: "Signed in as",
  signOut: "Sign out",
};

/** The texts of the panel beside the conversation. */
export const sidePanelTexts = {
  controls: "Controls",
  changedFiles: "Changed files",
  filesChanged: (count: number): string => `${count} ${count === 1 ? "file" : "files"} changed`,
  followAgent: "Follow the agent",
  following: "Following the agent",
  file: "File",
  close: "Close",
  noFileYet: "The agent has not opened a file yet.",
  noChangesYet: "No files have been changed yet.",
  noDiff: "No diff is available for this file.",
  moreFiles: (count: number): string => `Show more (${count} ${count === 1 ? "file" : "files"})`,
  added: "New",
  line: (line: number): string => `Line ${line}`,
  fromToolCall: "This text comes from the tool call, not from disk.",
  cannotRead: "Files cannot be read here. Only the text that tool calls include is shown.",
};
