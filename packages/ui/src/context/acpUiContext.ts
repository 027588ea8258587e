import type { Budget } from "@acp-store/core/policies";
import { type Context, createContext, type RefObject } from "react";
import type { PanelAgent } from "./panelAgent.js";
import type { MentionSource } from "../mentions/mention.js";
import type { UiSlots } from "./slots.js";
import type { UiTextOverrides } from "../texts/texts.js";

/** A location in a file. */
export interface FileLocation {
  /** The absolute path. */
  readonly path: string;
  /** The line, counted from 1. */
  readonly line?: number | null | undefined;
  /** The tool call that is working at this location. */
  readonly toolCallId?: string;
}

/** Reads a file of the agent's folder. Rejects with an error whose message is for the user. */
export type ReadFile = (path: string, signal: AbortSignal) => Promise<string>;

/** A message or a tool call of the shown conversation. */
export interface ConversationTarget {
  readonly type: "message" | "tool_call";
  /** The key in the session's `messages` or `toolCalls`. */
  readonly id: string;
}

/** The values that the parts of a user interface share. */
export interface AcpUi {
  /** The connection to the agent. Without it, the parts show the session but send nothing. */
  readonly agent?: PanelAgent | undefined;
  /** The agent's working directory. Paths inside it are shown relative to it. */
  readonly cwd?: string | undefined;
  /** Whether the user may answer permission requests and elicitations. Default: `true`, except for recordings. */
  readonly canAnswer: boolean;
  /**
   * Whether the session is a recording, complete or in progress. Its times are not those of the
   * clock, and it contains the answers to its requests. Default: `false`.
   */
  readonly isRecording: boolean;
  /** The components that replace parts. */
  readonly slots: UiSlots;
  /** The texts that replace those in English. `useTexts` has the texts of a part. */
  readonly texts: UiTextOverrides;
  /** Reads the files that the agent works on. Without it, only the text in tool calls is shown. */
  readonly readFile?: ReadFile | undefined;
  /**
   * Finds what the user can mention with `@`, such as `fileMentions`. The changes of the session and other sessions in the store can
   * always be mentioned. Default: nothing else.
   */
  readonly mentions?: readonly MentionSource[] | undefined;
  /**
   * The budget of which a panel warns above its composer. To ask before a prompt when it is spent, give it to
   * `budgetPolicy` of `@acp-store/core/policies` as well. Keep the same object over renders. Default: no warning.
   */
  readonly budget?: Budget | undefined;
  /** Opens a file. Without it, the locations of tool calls are text instead of buttons. */
  readonly openLocation?: ((location: FileLocation) => void) | undefined;
  /**
   * Shows another session of the agent. Without it, the conversation of an agent that forks cannot be taken back
   * together with the files.
   */
  readonly openSession?: ((sessionId: string) => void) | undefined;
  /**
   * Scrolls the conversation to a message or a tool call, and focuses it. Without it, the reason of a change has no
   * links. `AgentPanel` has one.
   */
  readonly showInConversation?: ((target: ConversationTarget) => void) | undefined;
  /** Shows the changes of a turn that are still to review. `AgentPanel` has one. */
  readonly showTurnChanges?: ((turnId: string) => void) | undefined;
  /**
   * The place to which Enter sends a message while a turn is running: behind the turn, or into it if the agent
   * can take it. With Ctrl or Cmd, Enter does the other. Default: `queue`.
   */
  readonly followUps?: "queue" | "steer" | undefined;
  /**
   * The key of the row that the conversation scrolls to and marks, such as that of a message that was found.
   * Default: it shows the end.
   */
  readonly shownRow?: string | undefined;
  /** The text field that gets the focus when a focused part is removed. */
  readonly composer?: RefObject<HTMLTextAreaElement | null> | undefined;
}

/** The context of {@link AcpUi}. `useAcpUi` has the values without a provider. */
export const AcpUiContext: Context<AcpUi | undefined> = /* @__PURE__ */ createContext<
  AcpUi | undefined
>(undefined);
