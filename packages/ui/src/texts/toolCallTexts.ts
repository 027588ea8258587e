/** The titles of tool calls that have none, by their kind. */
export const toolKindTitles = {
  read: "Read",
  edit: "Edit",
  delete: "Delete",
  move: "Move",
  search: "Search",
  execute: "Run",
  think: "Think",
  fetch: "Fetch",
  switch_mode: "Switch mode",
  other: "Use a tool",
};

/** The headings of permission requests, by the kind of their tool call. */
export const toolKindQuestions = {
  read: "Allow this read?",
  edit: "Allow this edit?",
  delete: "Allow this deletion?",
  move: "Allow this move?",
  search: "Allow this search?",
  execute: "Run this command?",
  think: "Allow thinking?",
  fetch: "Allow this fetch?",
  switch_mode: "Switch modes?",
  other: "Allow this tool call?",
};

/** The status of tool calls. */
export const toolCallStatusTexts = {
  pending: "Pending",
  needs_approval: "Needs approval",
  running: "Running",
  completed: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
  stale: "No result",
  /** Between "Done" and the duration. */
  completedIn: "in",
  /** Between "Failed" or "Cancelled" and the duration. */
  endedAfter: "after",
};

/** The texts of tool calls. */
export const toolCallTexts = {
  locations: "Locations",
  moreLocations: (count: number): string => `and ${count} more`,
  rawInput: "Raw input",
  rawOutput: "Raw output",
};

/** The texts of terminals. */
export const terminalTexts = {
  noOutput: "This terminal has not sent any output.",
  exitCode: (code: number): string => `Exit code ${code}`,
  unknownExitCode: "Exit code unknown",
  terminatedBy: (signal: string): string => `Terminated by ${signal}`,
  /** Between the exit code and the duration. */
  exitedAfter: "after",
  inBackground: "Running in the background",
  /** Between "Running in the background" and the duration. */
  backgroundFor: "for",
  bytesDropped: (bytes: string): string => `${bytes} bytes dropped`,
  outputDropped: "Earlier output was dropped",
};

/** The texts of content blocks, Markdown and output. */
export const contentTexts = {
  unsupported: (type: string): string => `Unsupported content: ${type}`,
  audio: (mimeType: string): string => `Audio (${mimeType})`,
  image: (mimeType: string): string => `Image (${mimeType})`,
  output: "Output",
  showAll: (characters: string): string => `Show all ${characters} characters`,
  showingAll: (characters: string): string => `Loading ${characters} characters…`,
  remoteImage: "Remote images are not loaded",
  imageLink: "image",
  table: "Table",
  plainCode: "text",
  copyCode: "Copy code",
  copied: "Copied",
  notCopied: "Could not copy",
};

/** The texts of diffs. */
export const diffTexts = {
  newFile: "New file",
  deleted: "Deleted",
  moved: "Moved",
  copied: "Copied",
  from: (operation: string, path: string): string => `${operation} from ${path}`,
  changesIn: (path: string): string => `Changes in ${path}`,
  noLineChanges: "No line changes",
  showAll: (lines: number): string => `Show all ${lines} lines`,
  showingAll: (lines: number): string => `Loading ${lines} lines…`,
  added: "added: ",
  removed: "removed: ",
  gap: "unchanged lines",
  addedLines: (count: number): string => `${count} added,`,
  removedLines: (count: number): string => `${count} removed`,
};
