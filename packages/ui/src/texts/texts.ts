import { commentTexts } from "./commentTexts.js";
import * as composer from "./composerTexts.js";
import * as conversation from "./conversationTexts.js";
import * as fleet from "./fleetTexts.js";
import { playerTexts } from "./playerTexts.js";
import * as request from "./requestTexts.js";
import { reviewTexts } from "./reviewTexts.js";
import * as session from "./sessionTexts.js";
import * as toolCall from "./toolCallTexts.js";

/**
 * The texts of all parts in English, by part. Parts import their own group, so an application that
 * does not use this object bundles only the texts of its parts.
 *
 * @example
 * ```ts
 * // Compare a translation with the English texts.
 * console.log(Object.keys(englishTexts.permission));
 * ```
 */
export const englishTexts: UiTexts = {
  conversation: conversation.conversationTexts,
  failure: conversation.failureTexts,
  announcement: conversation.announcementTexts,
  turn: conversation.turnTexts,
  message: conversation.messageTexts,
  subagent: conversation.subagentTexts,
  compaction: conversation.compactionTexts,
  notice: conversation.noticeTexts,
  format: conversation.formatTexts,
  toolKindTitle: toolCall.toolKindTitles,
  toolKindQuestion: toolCall.toolKindQuestions,
  toolCallPhase: toolCall.toolCallPhaseTexts,
  toolCall: toolCall.toolCallTexts,
  toolCallGroup: toolCall.toolCallGroupTexts,
  terminal: toolCall.terminalTexts,
  content: toolCall.contentTexts,
  diff: toolCall.diffTexts,
  permission: request.permissionTexts,
  permissionOutcome: request.permissionOutcomeTexts,
  elicitation: request.elicitationTexts,
  composer: composer.composerTexts,
  usage: composer.usageTexts,
  queue: composer.queueTexts,
  plan: composer.planTexts,
  setting: composer.settingTexts,
  mcp: composer.mcpTexts,
  session: session.sessionTexts,
  sessionMenu: session.sessionMenuTexts,
  sessionState: session.sessionStateTexts,
  sessionError: session.sessionErrorTexts,
  connection: session.connectionTexts,
  terminalSignIn: session.terminalSignInTexts,
  account: session.accountTexts,
  sidePanel: session.sidePanelTexts,
  comment: commentTexts,
  review: reviewTexts,
  player: playerTexts,
  inbox: fleet.inboxTexts,
  fleet: fleet.fleetTexts,
  handoff: fleet.handoffTexts,
  search: fleet.searchTexts,
  registry: fleet.registryTexts,
};

/** The texts of all parts, by part. Texts with values or plurals are functions. */
export interface UiTexts {
  /** The conversation. */
  readonly conversation: typeof conversation.conversationTexts;
  /** The notes in place of parts that could not be rendered. */
  readonly failure: typeof conversation.failureTexts;
  /** The announcements about the turn and its requests to screen readers. */
  readonly announcement: typeof conversation.announcementTexts;
  /** The end of a turn. The keys of the limits are the stop reasons of the protocol. */
  readonly turn: typeof conversation.turnTexts;
  /** Messages and thoughts. */
  readonly message: typeof conversation.messageTexts;
  /** Subagents. */
  readonly subagent: typeof conversation.subagentTexts;
  /** Compactions of the context. */
  readonly compaction: typeof conversation.compactionTexts;
  /** Notices of the agent. */
  readonly notice: typeof conversation.noticeTexts;
  /** The units of times and numbers. */
  readonly format: typeof conversation.formatTexts;
  /** The titles of tool calls that have none, by their kind. */
  readonly toolKindTitle: typeof toolCall.toolKindTitles;
  /** The headings of permission requests, by the kind of their tool call. */
  readonly toolKindQuestion: typeof toolCall.toolKindQuestions;
  /** The status of tool calls. */
  readonly toolCallPhase: typeof toolCall.toolCallPhaseTexts;
  /** Tool calls. */
  readonly toolCall: typeof toolCall.toolCallTexts;
  /** The summaries of groups of tool calls. The keys include the phases of the calls. */
  readonly toolCallGroup: typeof toolCall.toolCallGroupTexts;
  /** Terminals. */
  readonly terminal: typeof toolCall.terminalTexts;
  /** Content blocks, Markdown and output. */
  readonly content: typeof toolCall.contentTexts;
  /** Diffs. */
  readonly diff: typeof toolCall.diffTexts;
  /** Permission requests. */
  readonly permission: typeof request.permissionTexts;
  /** The outcomes of permission requests. The keys include the reasons of the store. */
  readonly permissionOutcome: typeof request.permissionOutcomeTexts;
  /** Elicitations. */
  readonly elicitation: typeof request.elicitationTexts;
  /** The composer. */
  readonly composer: typeof composer.composerTexts;
  /** The meter of context tokens. */
  readonly usage: typeof composer.usageTexts;
  /** The queue. */
  readonly queue: typeof composer.queueTexts;
  /** The plan. The keys include the status of its steps. */
  readonly plan: typeof composer.planTexts;
  /** The settings of a session. */
  readonly setting: typeof composer.settingTexts;
  /** The MCP servers of a session. */
  readonly mcp: typeof composer.mcpTexts;
  /** The session list. */
  readonly session: typeof session.sessionTexts;
  /** The menu of a session. */
  readonly sessionMenu: typeof session.sessionMenuTexts;
  /** The states of sessions in the list, for screen readers. */
  readonly sessionState: typeof session.sessionStateTexts;
  /** The actions on sessions that have failed. */
  readonly sessionError: typeof session.sessionErrorTexts;
  /** The connection and the sign-in. */
  readonly connection: typeof session.connectionTexts;
  /** A sign-in in a terminal. */
  readonly terminalSignIn: typeof session.terminalSignInTexts;
  /** The account at the agent. */
  readonly account: typeof session.accountTexts;
  /** The panel beside the conversation. */
  readonly sidePanel: typeof session.sidePanelTexts;
  /** The comments on lines of files and diffs. */
  readonly comment: typeof commentTexts;
  /** The review of changed files. The keys include the reasons of the review. */
  readonly review: typeof reviewTexts;
  /** The player of a recording. */
  readonly player: typeof playerTexts;
  /** The inbox of several agents. The keys include the kinds of its rows. */
  readonly inbox: typeof fleet.inboxTexts;
  /** The page with several agents. The keys include the states of its connection. */
  readonly fleet: typeof fleet.fleetTexts;
  /** The dialog that continues a session with another agent, and the links between such sessions. */
  readonly handoff: typeof fleet.handoffTexts;
  /** The search in the messages of all sessions. */
  readonly search: typeof fleet.searchTexts;
  /** The agents of a registry. */
  readonly registry: typeof fleet.registryTexts;
}

/** The texts of each part that replace those in English. */
export type TextGroupOverrides = {
  readonly [Group in keyof UiTexts]?: Partial<UiTexts[Group]>;
};

/** The texts that replace those in English. A text that is left out stays in English. */
export interface UiTextOverrides extends TextGroupOverrides {
  /** The language tag for numbers and dates, such as "de-CH". Default: that of the browser. */
  readonly locale?: string;
}
