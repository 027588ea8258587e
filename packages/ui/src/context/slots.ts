import type {
  ChangesDiffItem,
  TextDiffItem,
  RequestedToolCall,
  ToolCallContent,
} from "@acp-store/core";
import type { PendingPermission } from "@acp-store/react";
import type { ComponentType, ReactNode } from "react";

/** The props of a slot that renders Markdown. */
export interface MarkdownTextProps {
  /** The Markdown source. */
  readonly text: string;
  /** Whether more text may follow. Unclosed syntax at the end is then shown as if it were closed. */
  readonly isStreaming: boolean;
}

/** The props of a slot that renders the output of a tool. */
export interface OutputProps {
  /** The output, which may contain ANSI escape sequences. */
  readonly text: string;
  /** The name of the output for screen readers. Default: the text `content.output`. */
  readonly label?: string;
  /** Whether the end stays in view, as in a terminal. Default: `false`. */
  readonly followsEnd?: boolean;
  /** A note about output that was dropped from the start. */
  readonly droppedNote?: string | undefined;
  /** The language of code, such as `ts`, or the path of a file. Default: that of the Markdown fence around the text. */
  readonly language?: string | undefined;
}

/** The kind of a token, which has a color. */
export type CodeTokenKind =
  | "keyword"
  | "string"
  | "comment"
  | "number"
  | "title"
  | "type"
  | "added"
  | "removed";

/** A part of a line of code. */
export interface CodeToken {
  /** The text. It contains no line break. */
  readonly text: string;
  /** The kind. A token without one has the color of the text. */
  readonly kind?: CodeTokenKind;
}

/** The tokens of a line of code, in order. */
export type CodeLine = readonly CodeToken[];

/** The props of a slot that highlights code. */
export interface CodeProps {
  /** The code. */
  readonly code: string;
  /** The language, such as `ts`, or the path of a file, whose extension tells the language. */
  readonly language: string;
  /** Renders the lines of the code, divided at `\n`. `undefined` stands for code without colors. */
  readonly children: (lines: readonly CodeLine[] | undefined) => ReactNode;
}

/** The props of a slot that renders a changed file. */
export interface DiffViewProps {
  /** The old and the new text of the file. */
  readonly diff: TextDiffItem;
  /** The tool call or the requested one with the diff. Its locations tell the line numbers. */
  readonly call?: Pick<RequestedToolCall, "content" | "locations"> | undefined;
}

/** The props of a slot for the content of a permission request. */
export interface ProposedEditsProps {
  /** The request. */
  readonly permission: PendingPermission;
  /** The content that the request shows. */
  readonly content: readonly ToolCallContent[];
  /** Renders one item as the agent shows it. */
  readonly children: (item: ToolCallContent, index: number) => ReactNode;
}

/** The props of a slot for the button that goes back to before a message. */
export interface CheckpointButtonProps {
  /** The message of the user that began the turn. */
  readonly messageId: string;
}

/** The components that render content. Their default shows plain text. */
export interface ContentSlots {
  /** Renders the text of the agent. `@acp-store/ui/markdown` has one. */
  readonly MarkdownText: ComponentType<MarkdownTextProps>;
  /** Renders the output of tools and terminals. `@acp-store/ui/output` has one with colors. */
  readonly Output: ComponentType<OutputProps>;
  /** Renders a changed file. `@acp-store/ui/diff` has one. */
  readonly DiffView: ComponentType<DiffViewProps>;
  /** Renders the changed files of a patch. `@acp-store/ui/diff` has one. */
  readonly ChangesView: ComponentType<{ readonly item: ChangesDiffItem }>;
  /** Renders the number of lines that a tool call adds and removes. `@acp-store/ui/diff` has one. */
  readonly ToolCallLineCount: ComponentType<{ readonly content: readonly ToolCallContent[] }>;
  /** Renders the content of a permission request: with a review, the difference that its edits make on disk. */
  readonly ProposedEdits: ComponentType<ProposedEditsProps>;
  /** Renders the button that goes back to before a message, if there is a review. Its default is nothing. */
  readonly CheckpointButton: ComponentType<CheckpointButtonProps>;
  /** Renders the number of lines of a turn that are still to review, if there is a review. Its default is nothing. */
  readonly TurnChanges: ComponentType<TurnEndProps>;
  /** Highlights code in Markdown, files, tool calls and diffs. `@acp-store/ui/highlight` has one. */
  readonly Code: ComponentType<CodeProps>;
}

/** The props of the component for one run of a message. */
export interface MessageProps {
  /** The id of the message. */
  readonly id: string;
  /** The run of the message, counted from 0. Tool calls divide a message into runs. */
  readonly run: number;
  /** Whether the agent is adding to this run. */
  readonly isStreaming: boolean;
  /** The time of the item after this one, in ms since the epoch. */
  readonly nextAt?: number | undefined;
}

/** The props of the component for a subagent. */
export interface SubagentCardProps {
  /** The session of the subagent. */
  readonly sessionId: string;
}

/** The props of the component for one tool call. */
export interface ToolCallCardProps {
  /** The id of the tool call. */
  readonly id: string;
  /** The permission requests of the tool call. Default: none. */
  readonly permissionIds?: readonly string[];
  /** Whether the card starts closed. By default, edits, commands and failures start open. */
  readonly startsClosed?: boolean;
}

/** The props of the component for the end of a turn. */
export interface TurnEndProps {
  /** The id of the turn. */
  readonly turnId: string;
}

/** The components that replace the rows of a conversation. Without one, the row of this package is shown. */
export interface RowSlots {
  /** One run of a message. */
  readonly Message?: ComponentType<MessageProps>;
  /** One tool call. */
  readonly ToolCallCard?: ComponentType<ToolCallCardProps>;
  /** A subagent. */
  readonly SubagentCard?: ComponentType<SubagentCardProps>;
  /** The end of a turn. */
  readonly TurnEnd?: ComponentType<TurnEndProps>;
  /** The conversation before the first message. */
  readonly EmptyState?: ComponentType;
}

/** The components that can be replaced. */
export interface UiSlots extends ContentSlots, RowSlots {}
