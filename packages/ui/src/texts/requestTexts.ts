/** The texts of permission requests. */
export const permissionTexts = {
  position: (position: number, count: number): string => `${position} of ${count}`,
  shortcut: (digit: number): string => `Alt ${digit}`,
  answeredByRecording: "Answered by the recording",
  tooSoon: "Not answered: you chose too soon after the request appeared. Choose again.",
  ambiguous:
    "The agent gave several options the same id, so it could take one for another. They cannot be chosen. Choose another option, or stop the turn.",
};

/** The outcomes of permission requests. */
export const permissionOutcomeTexts = {
  chosen: (option: string): string => `You chose: ${option}`,
  recorded: (option: string): string => `Answered: ${option}`,
  byPolicy: (option: string): string => `Answered by a policy: ${option}`,
  standalone: (title: string, outcome: string): string => `${title}: ${outcome}`,
  turn_cancelled: "Not answered: the turn was stopped",
  turn_ended: "Not answered: the turn ended",
  withdrawn: "Withdrawn by the agent",
  disconnected: "Not answered: the connection ended",
  interrupted: "Not answered: the session was interrupted",
  session_closed: "Not answered: the session was closed",
  unanswered: "Not answered",
};

/** The texts of elicitations. */
export const elicitationTexts = {
  openPage: "Open this page?",
  inputRequested: "Input requested",
  answeredByRecording: "Answered by the recording",
  unsupportedFields: (labels: string): string =>
    `This form requires fields that are not supported here: ${labels}.`,
  send: "Send answers",
  decline: "Decline",
  cancel: "Cancel",
  open: (host: string): string => `Open ${host}`,
  cannotOpen: "This URL cannot be opened here.",
  optional: "(optional)",
  choose: "Choose…",
  none: "None",
};
