import { linkToSpec, listTck, type RuleTable } from "./rule.js";

/** The rules about the work of the agent: turns, tool calls, permissions, terminals, plans. */
export type TurnRuleCode =
  | "unfinished_tool_call"
  | "open_tool_call"
  | "unknown_tool_call"
  | "missing_title"
  | "cancel_not_confirmed"
  | "cancelled_unasked"
  | "update_after_cancelled_turn"
  | "update_outside_turn"
  | "overlapping_prompts"
  | "idle_without_running"
  | "missing_stop_reason"
  | "user_message_missing"
  | "permission_not_cancelled"
  | "permission_unanswered"
  | "missing_requires_action"
  | "missing_running"
  | "invalid_background"
  | "unknown_terminal"
  | "terminal_not_released"
  | "terminal_output_too_long"
  | "terminal_cwd_changed"
  | "unknown_plan"
  | "unknown_elicitation"
  | "elicitation_content";

export const TURN_RULES: RuleTable<TurnRuleCode> = {
  unfinished_tool_call: {
    severity: "warning",
    side: "agent",
    text: "A turn ends when no tool calls are pending.",
    link: linkToSpec("prompt-turn#4-check-for-completion", "prompt-lifecycle"),
    tck: listTck("", ""),
  },
  open_tool_call: {
    severity: "note",
    side: "agent",
    text: "A tool call may run until its turn ends. This trace ends earlier, so the outcome is unknown.",
    link: linkToSpec("prompt-turn#4-check-for-completion", "prompt-lifecycle"),
    tck: listTck("", ""),
  },
  unknown_tool_call: {
    severity: "warning",
    side: "agent",
    text: "In version 1, the agent announces a tool call before it sends updates of it.",
    link: linkToSpec("tool-calls#creating", "tool-calls#reporting"),
    tck: listTck("", ""),
  },
  missing_title: {
    severity: "warning",
    side: "agent",
    text: "In version 2, the first update of a tool call has a title.",
    link: linkToSpec("tool-calls#creating", "tool-calls#reporting"),
    tck: listTck("", "PATCH-208"),
  },
  cancel_not_confirmed: {
    severity: "warning",
    side: "agent",
    text: "The agent ends a cancelled turn with the stop reason cancelled, even if an operation failed.",
    link: linkToSpec("prompt-turn#cancellation", "prompt-lifecycle#cancellation"),
    tck: listTck("CANCEL-001 CLOSE-002", "CANCEL-201 CANCEL-203 CANCEL-208 CLOSE-202"),
  },
  cancelled_unasked: {
    severity: "warning",
    side: "agent",
    text: "The stop reason cancelled means that the client cancelled the turn.",
    link: linkToSpec("prompt-turn#stop-reasons", "prompt-lifecycle#stop-reasons"),
    tck: listTck("", ""),
  },
  update_after_cancelled_turn: {
    severity: "violation",
    side: "agent",
    text: "After session/cancel, the agent may send content and tool calls only until it ends the turn.",
    link: linkToSpec("prompt-turn#cancellation", "prompt-lifecycle#cancellation"),
    tck: listTck("CANCEL-002", "CANCEL-202"),
  },
  update_outside_turn: {
    severity: "warning",
    side: "agent",
    text: "In version 1, the agent sends content and tool calls while it answers a prompt or loads a session.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle"),
    tck: listTck("", ""),
  },
  overlapping_prompts: {
    severity: "warning",
    side: "client",
    text: "In version 1, the client sends the next prompt of a session once the turn is complete.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle"),
    tck: listTck("", ""),
  },
  idle_without_running: {
    severity: "violation",
    side: "agent",
    text: "The agent reports that a session is running before it reports that the turn has ended.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle"),
    tck: listTck("", "STATE-201"),
  },
  missing_stop_reason: {
    severity: "violation",
    side: "agent",
    text: "The idle state that ends a turn has a stop reason.",
    link: linkToSpec("prompt-turn#stop-reasons", "prompt-lifecycle#stop-reasons"),
    tck: listTck("", "STATE-203"),
  },
  user_message_missing: {
    severity: "violation",
    side: "agent",
    text: "Before its turn ends, the agent reports the user's message with the messageId of the response to the prompt.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle"),
    tck: listTck("", "PROMPT-203"),
  },
  permission_not_cancelled: {
    severity: "violation",
    side: "client",
    text: "When a turn is cancelled, the client answers its pending permission requests with cancelled.",
    link: linkToSpec("tool-calls#requesting-permission"),
    tck: listTck("", ""),
  },
  permission_unanswered: {
    severity: "violation",
    side: "client",
    text: "The client answers a permission request, at the latest when the turn ends.",
    link: linkToSpec("tool-calls#requesting-permission"),
    tck: listTck("", ""),
  },
  missing_requires_action: {
    severity: "note",
    side: "agent",
    text: "In version 2, the agent reports requires_action while its work waits for a permission, unless other work continues.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle#session-states"),
    tck: listTck("", "PATCH-209"),
  },
  missing_running: {
    severity: "violation",
    side: "agent",
    text: "In version 2, the agent reports running when its work continues after requires_action.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle#session-states"),
    tck: listTck("", "PATCH-209"),
  },
  invalid_background: {
    severity: "violation",
    side: "agent",
    text: "In version 2, background work is announced before a state update lists it, listed in every state update, and reported as ended before it is removed.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle#session-states"),
    tck: listTck("", ""),
  },
  unknown_terminal: {
    severity: "violation",
    side: "agent",
    text: "The agent uses only terminals that it has created and not released.",
    link: linkToSpec("terminals", "tool-calls"),
    tck: listTck("", ""),
  },
  terminal_not_released: {
    severity: "warning",
    side: "agent",
    text: "In version 1, the agent releases each terminal that it no longer needs.",
    link: linkToSpec("terminals", "tool-calls"),
    tck: listTck("", ""),
  },
  terminal_output_too_long: {
    severity: "violation",
    side: "client",
    text: "In version 1, the client keeps the output of a terminal within the limit of the agent.",
    link: linkToSpec("terminals", "tool-calls"),
    tck: listTck("", ""),
  },
  terminal_cwd_changed: {
    severity: "violation",
    side: "agent",
    text: "The working directory of a terminal does not change.",
    link: linkToSpec("terminals", "tool-calls"),
    tck: listTck("", "PATCH-206"),
  },
  unknown_plan: {
    severity: "warning",
    side: "agent",
    text: "The agent removes only plans that it has sent.",
    link: linkToSpec("agent-plan"),
    tck: listTck("", ""),
  },
  unknown_elicitation: {
    severity: "warning",
    side: "agent",
    text: "The agent completes only elicitations that it has created with a URL, and each of them once.",
    link: linkToSpec("elicitation"),
    tck: listTck("", ""),
  },
  elicitation_content: {
    severity: "violation",
    side: "client",
    text: "The content of an accepted elicitation has the fields that its schema requests.",
    link: linkToSpec("elicitation"),
    tck: listTck("", ""),
  },
};
