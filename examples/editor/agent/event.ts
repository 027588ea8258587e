/** One event that the script emits in a session, independent of the protocol version. */
export type AgentEvent =
  | PromptEvent
  | { readonly type: "message" | "thought"; readonly messageId: string; readonly text: string }
  | CallEvent
  | {
      readonly type: "terminal";
      readonly terminalId: string;
      readonly toolCallId: string;
      readonly command: string;
      readonly cwd: string;
    }
  | {
      readonly type: "output";
      readonly terminalId: string;
      readonly toolCallId: string;
      readonly text: string;
    }
  | {
      readonly type: "exit";
      readonly terminalId: string;
      readonly exitCode: number | null;
      readonly signal: string | null;
    }
  | { readonly type: "plan"; readonly entries: readonly PlanStep[] }
  | { readonly type: "title"; readonly title: string; readonly updatedAt: string }
  | { readonly type: "usage"; readonly used: number; readonly size: number }
  /** The session was archived or restored. Clients read this from the list of sessions. */
  | { readonly type: "archived"; readonly archived: boolean };

/** The user's prompt. Both protocol versions use the same content blocks. */
export interface PromptEvent {
  readonly type: "prompt";
  readonly messageId: string;
  readonly content: readonly PromptBlock[];
}

export interface PromptBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A new tool call, or an update to an existing one. */
export interface CallEvent extends CallFields {
  readonly type: "call";
  readonly toolCallId: string;
  /** Set on the event that announces the tool call. */
  readonly isNew?: true;
}

export type CallKind = "read" | "edit" | "execute";

export interface CallFields {
  readonly title?: string;
  readonly kind?: CallKind;
  readonly status?: "pending" | "in_progress" | "completed" | "failed" | "cancelled";
  readonly content?: readonly CallContent[];
  readonly locations?: readonly { readonly path: string; readonly line: number }[];
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
}

export type CallContent = { readonly type: "text"; readonly text: string } | FileEdit;

export interface FileEdit {
  readonly type: "diff";
  readonly path: string;
  /** The previous content, or `null` if the file is new. */
  readonly oldText: string | null;
  readonly newText: string;
}

export interface PlanStep {
  readonly content: string;
  readonly priority: "high" | "medium" | "low";
  readonly status: "pending" | "in_progress" | "completed";
}
