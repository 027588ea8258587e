import type { AgentEvent, CallFields } from "./event.js";

/** The client side of one session. The script uses it without knowing the protocol version. */
export interface SessionClient {
  send(event: AgentEvent): Promise<void>;
  /** Resolves to the id of the chosen option, or to `undefined` if the request was cancelled. */
  requestPermission(question: PermissionQuestion, signal: AbortSignal): Promise<string | undefined>;
  /** Resolves to the submitted values, or to `undefined` if the user declined or cancelled. */
  readonly requestForm?: (
    form: FormRequest,
    signal: AbortSignal,
  ) => Promise<FormAnswers | undefined>;
  /** Reads a file through the client, including unsaved changes. */
  readonly readFile?: (path: string) => Promise<string>;
}

/** A permission request for one tool call. */
export interface PermissionQuestion {
  readonly toolCallId: string;
  readonly call: CallFields;
  readonly options: readonly PermissionOption[];
}

interface PermissionOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: "allow_once" | "allow_always" | "reject_once";
}

export interface FormRequest {
  readonly message: string;
  readonly properties: Readonly<Record<string, FormProperty>>;
  readonly required: readonly string[];
}

type FormProperty =
  | { readonly type: "string"; readonly title: string; readonly enum?: readonly string[] }
  | { readonly type: "integer"; readonly title: string; readonly minimum: number }
  | { readonly type: "boolean"; readonly title: string; readonly default: boolean };

export type FormAnswers = Readonly<Record<string, unknown>>;
