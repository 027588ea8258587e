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

/** The phases of tool calls. */
export const toolCallPhaseTexts = {
  pending: "Pending",
  awaiting_permission: "Needs approval",
  running: "Running",
  paused: "Paused",
  completed: "Done",
  failed: "Failed",
  rejected: "Rejected",
  cancelled: "Cancelled",
  unfinished: "No result",
  /** Between "Done" and the duration. */
  completedIn: "in",
  /** Between "Failed" or "Cancelled" and the duration. */
  endedAfter: "after",
};

/** The texts of tool calls. */
export const toolCallTexts = {
  locations: "Locations",
  moreLocations: (count: number): string => `and ${count} more`,
  /** The label of a title that is too long for the heading. */
  completeTitle: "Complete title",
  rawInput: "Raw input",
  rawOutput: "Raw output",
};

/** The summaries of groups of tool calls. */
export const toolCallGroupTexts = {
  edits: (files: number): string => `${files} ${files === 1 ? "file" : "files"} edited`,
  reads: (count: number): string => `${count} ${count === 1 ? "read" : "reads"}`,
  searches: (count: number): string => `${count} ${count === 1 ? "search" : "searches"}`,
  commands: (count: number): string => `${count} ${count === 1 ? "command" : "commands"}`,
  otherCalls: (count: number): string => `${count} ${count === 1 ? "other call" : "other calls"}`,
  /** Between "10 files edited" and "2 commands". */
  separator: ", ",
  /** The summary while no call is completed. */
  calls: (count: number): string => `${count} ${count === 1 ? "tool call" : "tool calls"}`,
  failed: (count: number): string => `${count} failed`,
  rejected: (count: number): string => `${count} rejected`,
  awaiting_permission: (count: number): string => `${count} waiting for approval`,
  running: (count: number): string => `${count} running`,
  pending: (count: number): string => `${count} pending`,
  cancelled: (count: number): string => `${count} cancelled`,
  unfinished: (count: number): string => `${count} without a result`,
  showEarlier: (count: number): string =>
    `Show earlier (${count} ${count === 1 ? "call" : "calls"})`,
};

/** The texts of terminals. */
export const terminalTexts = {
  noOutput: "No output",
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
  onlyEnd: "Only the end is shown",
  showAll: (characters: string): string => `Show all ${characters} characters`,
  showingAll: (characters: string): string => `Loading ${characters} characters…`,
  showAllItems: (count: number): string => `Show all ${count}`,
  remoteImage: "Remote images are not loaded",
  imageLink: "image",
  table: "Table",
  /** Below a table that is too large to show completely. */
  partOfTable: (rows: number, allRows: number, columns: number, allColumns: number): string =>
    `${rows} of ${allRows} rows and ${columns} of ${allColumns} columns.`,
  showTableText: "Show as text",
  showTable: "Show as table",
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
  openFile: (path: string): string => `Open ${path}`,
  noLineChanges: "No line changes",
  showMore: (lines: number): string => `Show ${lines} more lines`,
  showFewer: "Show fewer lines",
  added: "added: ",
  removed: "removed: ",
  gap: "unchanged lines",
  addedLines: (count: number): string => `${count} added,`,
  removedLines: (count: number): string => `${count} removed`,
};
