import type { Act, CallFields } from "./act.js";

/** The client of one session, as the script sees it in either version of the protocol. */
export interface Client {
  show(act: Act): Promise<void>;
  /** Resolves to the option that the user chose, or to `undefined` when it was cancelled. */
  ask(question: Question, signal: AbortSignal): Promise<string | undefined>;
  /** Resolves to what the user filled in, or to `undefined` where they would not. */
  readonly fillIn?: (form: Form, signal: AbortSignal) => Promise<Answers | undefined>;
  /** Reads a file as the editor has it, with what is not saved yet. */
  readonly readFile?: (path: string) => Promise<string>;
}

/** A request for permission. */
export interface Question {
  readonly toolCallId: string;
  readonly call: CallFields;
  readonly options: readonly Option[];
}

interface Option {
  readonly optionId: string;
  readonly name: string;
  readonly kind: "allow_once" | "allow_always" | "reject_once";
}

export interface Form {
  readonly message: string;
  readonly properties: Readonly<Record<string, Field>>;
  readonly required: readonly string[];
}

type Field =
  | { readonly type: "string"; readonly title: string; readonly enum?: readonly string[] }
  | { readonly type: "integer"; readonly title: string; readonly minimum: number }
  | { readonly type: "boolean"; readonly title: string; readonly default: boolean };

export type Answers = Readonly<Record<string, unknown>>;
