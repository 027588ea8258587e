/** The texts of the review of changed files. */
export const reviewTexts = {
  title: "Changes to review",
  toReview: (files: number): string => `${files} ${files === 1 ? "file" : "files"} to review`,
  nothing: "There is nothing to review. Changes of the agent appear here.",
  reported: "The folder is too large to find changes that no agent reports.",
  filter: "Changes to show",
  allChanges: "All",
  noMatch: "No change is left that matches.",
  keep: "Keep",
  reject: "Reject",
  keepAll: "Keep all",
  rejectAll: "Reject all",
  keepFile: (path: string): string => `Keep all changes in ${path}`,
  rejectFile: (path: string): string => `Reject all changes in ${path}`,
  keepChange: (number: number, path: string): string => `Keep change ${number} in ${path}`,
  rejectChange: (number: number, path: string): string => `Reject change ${number} in ${path}`,
  change: (number: number, path: string): string => `Change ${number} in ${path}`,
  undo: "Undo",
  redo: "Redo",
  undoOf: (decision: string): string => `Undo: ${decision}`,
  redoOf: (decision: string): string => `Redo: ${decision}`,
  kept: (files: number): string => `kept changes in ${inFiles(files)}`,
  rejected: (files: number): string => `rejected changes in ${inFiles(files)}`,
  turnRejected: (files: number): string => `rejected a turn in ${inFiles(files)}`,
  restored: (files: number): string => `restored ${inFiles(files)}`,
  /** The authors of a change. */
  byAgent: "Agent",
  byOtherSession: "Another session",
  byCommand: "Command",
  byUser: "Yours",
  byUnknown: "Unknown",
  lineBreaksOnly: "Line breaks only",
  whiteSpaceOnly: "White space only",
  noBase: "Nobody knows the file from before. It can only be kept.",
  binary: "The file is not a text. It is decided as a whole.",
  link: "A symbolic link",
  large: "The file is too large to show. It is decided as a whole.",
  mode: "The permissions have changed.",
  waits: "Rejected when the turn ends",
  rejectNow: "Reject now",
  doNotReject: "Do not reject",
  loadFailed: (reason: string): string => `The texts could not be loaded: ${reason}`,
  moreChanges: (count: number): string =>
    `Show ${count} more ${count === 1 ? "change" : "changes"}`,
  leftProtected: (changes: number): string =>
    `${changes} ${changes === 1 ? "change contains" : "changes contain"} lines that are yours or of unknown origin. Reject ${changes === 1 ? "it" : "them"} too?`,
  rejectToo: "Reject too",
  leave: "Leave",
  changed: (path: string): string => `${path} has changed meanwhile. Nothing was written to it.`,
  conflict: (path: string): string =>
    `A later change of ${path} touches the same lines. Nothing was written to it.`,
  failed: (path: string): string => `${path} could not be written.`,
  offline: (reason: string): string => `The decision could not be carried out: ${reason}`,
  dismiss: "Dismiss",
  feedback: "Your next message tells the agent what you rejected.",
  showFeedback: "Show",
  hideFeedback: "Hide",
  removeFeedback: "Do not tell the agent",
  goBack: "Go back to before this message",
  goBackTitle: "Go back to before this message?",
  planning: "Comparing the files…",
  restorePlan: (files: number): string =>
    files === 0
      ? "This session has not changed any file since."
      : `${inFiles(files)} of this session ${files === 1 ? "gets its" : "get their"} content from before the message. You can undo it.`,
  restoreAction: { write: "Changed back", create: "Created again", delete: "Deleted" },
  otherEdits: "Edited by others too",
  leftAlone: (files: number): string =>
    `${inFiles(files)} ${files === 1 ? "is" : "are"} left alone`,
  leftReason: { "left-out": "Not in the checkpoint", others: "Changed by others only" },
  lateCheckpoint: "The agent was already working when this state was saved.",
  restoreFiles: "Restore files",
  restoreBoth: "Restore files and conversation",
  notRestored: (paths: readonly string[]): string =>
    `Not restored, because they have changed meanwhile: ${paths.join(", ")}`,
  mismatch: {
    "file-exists": "The agent shows a new file, but there is one. It would be replaced.",
    "no-file": "There is no such file on disk.",
    "text-missing": "The file on disk does not contain the old text that the agent shows.",
    "text-repeated":
      "The old text is in the file more than once, so the place of the change is not known.",
  },
};

function inFiles(files: number): string {
  return `${files} ${files === 1 ? "file" : "files"}`;
}
