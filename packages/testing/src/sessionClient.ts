import type { AgentEvent, SentUpdate, ToolCallFields } from "./events.js";

/** The client side of one session. Scripts use it without knowing the protocol version. */
export interface SessionClient {
  readonly protocolVersion: 1 | 2;
  /** The capabilities that the client announced, in the words of the protocol version. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  send(event: AgentEvent): Promise<void>;
  /** Resolves to the id of the chosen option, or to `undefined` if the client cancelled. */
  requestPermission(
    question: Required<Omit<PermissionQuestion, "signal">>,
    signal?: AbortSignal,
  ): Promise<string | undefined>;
  /** Resolves to the submitted values, or to `undefined` if the user declined or cancelled. */
  requestForm(form: FormQuestion): Promise<FormAnswers | undefined>;
  request(method: string, params: object, signal?: AbortSignal): Promise<unknown>;
  /** Reports whether the agent waits for the user. Version 1 has no such update. */
  reportWaiting(isWaiting: boolean): Promise<void>;
}

/** A permission request for one tool call. */
export interface PermissionQuestion {
  /**
   * The id of the tool call. An id that was not announced is allowed. Default: the next id.
   */
  readonly toolCallId?: string;
  /** The fields of the tool call, which a client shows if it does not know the call. */
  readonly call?: ToolCallFields;
  /** The options. Default: allow once, always allow, and reject once. */
  readonly options?: readonly PermissionChoice[];
  /** Withdraws the request with `$/cancel_request` when it aborts. */
  readonly signal?: AbortSignal;
}

/** An option of a permission request. */
export interface PermissionChoice {
  /** The id that the client answers with. */
  readonly optionId: string;
  /** The name that is shown to the user. */
  readonly name: string;
  /** The kind of option. */
  readonly kind: "allow_once" | "allow_always" | "reject_once" | "reject_always";
}

/** The answer of the user to a permission request. */
export interface PermissionAnswer {
  /** The id of the chosen option. */
  readonly optionId: string;
  /** Whether the chosen option allows the call. An option that was not offered does not. */
  readonly isAllowed: boolean;
}

/** A form for the user. {@link https://agentclientprotocol.com/protocol/v1/draft/elicitation} */
export interface FormQuestion {
  /** The text above the form. */
  readonly message: string;
  /** The fields of the form, as JSON schemas. */
  readonly properties: Readonly<Record<string, FormProperty>>;
  /** The names of the fields that the user has to fill in. */
  readonly required?: readonly string[];
}

/** A field of a form. */
export type FormProperty =
  | { readonly type: "string"; readonly title: string; readonly enum?: readonly string[] }
  | { readonly type: "integer"; readonly title: string; readonly minimum?: number }
  | { readonly type: "boolean"; readonly title: string; readonly default?: boolean };

/** The values that the user filled in, by the names of the fields. */
export type FormAnswers = Readonly<Record<string, unknown>>;

/** The options that a permission request offers by default. */
export const PERMISSION_CHOICES: readonly PermissionChoice[] = [
  { optionId: "allow-once", name: "Allow", kind: "allow_once" },
  { optionId: "allow-always", name: "Always allow", kind: "allow_always" },
  { optionId: "reject-once", name: "Reject", kind: "reject_once" },
];

/** Wraps an update in the words of one protocol version. */
export const toUpdateEvent = (protocolVersion: 1 | 2, update: SentUpdate): AgentEvent => ({
  type: "update",
  protocolVersion,
  update,
});

/** Returns the params of the request for a form, which are the same in both protocol versions. */
export function createFormParams(sessionId: string, { message, ...form }: FormQuestion): object {
  return { sessionId, mode: "form", message, requestedSchema: { type: "object", ...form } };
}

/** Returns the values of an answered form. `undefined` if the user did not fill it in. */
export function readFormAnswers(answer: {
  readonly action: string;
  readonly content?: unknown;
}): FormAnswers | undefined {
  return answer.action === "accept" ? ((answer.content ?? {}) as FormAnswers) : undefined;
}

/** Returns the options of a request that the signal cancels. */
export function createRequestOptions(signal: AbortSignal | undefined): {
  cancellationSignal?: AbortSignal;
} {
  return signal ? { cancellationSignal: signal } : {};
}
