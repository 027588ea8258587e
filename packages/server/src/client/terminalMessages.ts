import * as z from "zod/mini";

// The requests of a page about a sign-in in a terminal. Both ends check what they receive, so this file imports
// nothing of Node.

/** The methods of the requests. */
export const TERMINAL_METHODS = {
  signIn: "terminals/signIn",
  input: "terminals/input",
  resize: "terminals/resize",
  shown: "terminals/shown",
} as const;

/** The most characters of input in one request. */
export const MAX_INPUT = 64_000;

/** The size of a terminal in characters. */
export interface TerminalSize {
  /** The number of characters in a row: 2 to 500. */
  readonly columns: number;
  /** The number of rows: 1 to 200. */
  readonly rows: number;
}

/** The params of `terminals/signIn`. A page names an agent and one of its methods, and never sends a command. */
export interface SignInParams extends TerminalSize {
  readonly agentId: string;
  /** The id of the sign-in method. */
  readonly methodId: string;
}

/** The params of `terminals/input`. */
export interface InputParams {
  readonly terminalId: string;
  /** The keys that were pressed, as a terminal sends them. */
  readonly data: string;
}

/** The params of `terminals/resize`. */
export interface ResizeParams extends TerminalSize {
  readonly terminalId: string;
}

/** The params of `terminals/shown`. */
export interface ShownParams {
  readonly terminalId: string;
  /** The number of characters of output that the page has shown since the last request. */
  readonly characters: number;
}

/** The progress of `terminals/signIn`. */
export type TerminalEvent =
  /** The program was started. The id is for the other requests. */
  | { readonly type: "started"; readonly terminalId: string }
  /** The program has written something. */
  | { readonly type: "output"; readonly data: string }
  /** The program has exited. */
  | { readonly type: "exit"; readonly exitCode: number };

const size = {
  columns: z.int().check(z.gte(2), z.lte(500)),
  rows: z.int().check(z.gte(1), z.lte(200)),
};

/** The params of `terminals/signIn`. */
export const signInParams: z.ZodMiniType<SignInParams> = z.object({
  agentId: z.string(),
  methodId: z.string(),
  ...size,
});

/** The params of `terminals/input`. */
export const inputParams: z.ZodMiniType<InputParams> = z.object({
  terminalId: z.string(),
  data: z.string().check(z.maxLength(MAX_INPUT)),
});

/** The params of `terminals/resize`. */
export const resizeParams: z.ZodMiniType<ResizeParams> = z.object({
  terminalId: z.string(),
  ...size,
});

/** The params of `terminals/shown`. */
export const shownParams: z.ZodMiniType<ShownParams> = z.object({
  terminalId: z.string(),
  characters: z.int().check(z.gte(0)),
});

/** The progress of `terminals/signIn`. */
export const terminalEvent: z.ZodMiniType<TerminalEvent> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("started"), terminalId: z.string() }),
  z.object({ type: z.literal("output"), data: z.string() }),
  z.object({ type: z.literal("exit"), exitCode: z.int() }),
]);
