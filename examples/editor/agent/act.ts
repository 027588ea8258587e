/** One thing that the agent shows in a session, in the words of no protocol version. */
export type Act =
  | Prompt
  | { readonly type: "message" | "thought"; readonly messageId: string; readonly text: string }
  | CallAct
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
  | { readonly type: "plan"; readonly entries: readonly Step[] }
  | { readonly type: "title"; readonly title: string; readonly updatedAt: string }
  | { readonly type: "usage"; readonly used: number; readonly size: number };

/** What the user said: content blocks, which both versions write alike. */
export interface Prompt {
  readonly type: "prompt";
  readonly messageId: string;
  readonly content: readonly Block[];
}

export interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A tool call, or what has changed of one. */
export interface CallAct extends CallFields {
  readonly type: "call";
  readonly toolCallId: string;
  /** Set on the first act of a call. */
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
  /** `null`: the file is new. */
  readonly oldText: string | null;
  readonly newText: string;
}

export interface Step {
  readonly content: string;
  readonly priority: "high" | "medium" | "low";
  readonly status: "pending" | "in_progress" | "completed";
}
