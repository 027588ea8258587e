import type { PlanStep, PromptBlock, SentUpdate, ToolCallFields } from "./events.js";
import type { Gate } from "./gate.js";
import type { ScriptedSession } from "./session.js";
import type {
  FormAnswers,
  FormQuestion,
  PermissionAnswer,
  PermissionQuestion,
} from "./sessionClient.js";
import type { ScriptedCall } from "./toolCall.js";

/** A session and the client's side of it. */
export interface SessionAccess {
  /** The session. */
  readonly session: ScriptedSession;
  /** The version of the protocol that the client uses. */
  readonly protocolVersion: 1 | 2;
  /** The capabilities that the client announced, in the words of its protocol version. */
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  /**
   * Sends a `session/update` with this update, in the words of the client's protocol version. Works
   * at any time, even after the turn has ended.
   */
  send(update: SentUpdate): Promise<void>;
  /**
   * Sends any other request, with the id of the session. Rejects with the error of the client, or
   * when the turn is cancelled. The access of `onSession` does not belong to a turn, so its requests
   * survive a cancel. `options.signal` withdraws the request with `$/cancel_request` when it aborts.
   */
  request(
    method: string,
    params: object,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

/**
 * The steps that a script can take in a session. A step that waits for something, or streams text,
 * rejects when the turn is cancelled, which ends the script. To be late on purpose, wait for
 * `turn.cancelled` and continue with updates of tool calls, `plan` or `send`.
 */
export interface ScriptSteps extends SessionAccess {
  /** Streams a message in chunks of two words. */
  say(markdown: string): Promise<void>;
  /** Streams a thought in chunks of two words. */
  think(text: string): Promise<void>;
  /** Sends the whole plan. A text is a pending step. */
  plan(steps: readonly (string | PlanStep)[]): Promise<void>;
  /** Sends the title of the session. */
  title(title: string): Promise<void>;
  /** Sends the number of tokens in the context, and the size of the context. */
  usage(used: number, size: number): Promise<void>;
  /**
   * Announces a tool call. If the turn is cancelled or fails before the call has ended, the agent
   * reports the end of the call.
   */
  call(fields: ToolCallFields): Promise<ScriptedCall>;
  /** Reads a file: a tool call that completes with this text. No file is needed. */
  read(path: string, text: string): Promise<void>;
  /**
   * Edits a file: a tool call with a diff that asks for permission. Resolves to whether the user
   * allowed it. No file is changed.
   */
  edit(edit: ScriptedEdit): Promise<boolean>;
  /**
   * Runs a command: a tool call that asks for permission, prints the output, and ends with the exit
   * code. Resolves to whether the user allowed it. No process is started.
   */
  run(command: ScriptedCommand): Promise<boolean>;
  /**
   * Asks for permission without an announced tool call, or again for a known one. Rejects if the
   * client cancels the request.
   */
  askPermission(question?: PermissionQuestion): Promise<PermissionAnswer>;
  /**
   * Asks the user to fill in a form. Resolves to the values, or to `undefined` if the user declined.
   * The client has to announce that it supports forms.
   */
  askForm(form: FormQuestion): Promise<FormAnswers | undefined>;
  /** Waits for a time in milliseconds, divided by the speed of the agent. */
  pause(ms: number): Promise<void>;
  /**
   * Waits at the gate until the test opens it. Before the agent reaches the gate, it sends the
   * extension request `_testing/ping` and waits for the answer, usually an error. So when `reached`
   * resolves, the client has processed every earlier message.
   */
  hold(gate: Gate): Promise<void>;
}

/** A prompt of the user, and the steps with which a script answers it. */
export interface Turn extends ScriptSteps {
  /** The text of the prompt. A linked file is part of it with its name. */
  readonly text: string;
  /** The content blocks of the prompt. */
  readonly content: readonly PromptBlock[];
  /** Aborts when the client cancels the turn, closes the session or disconnects. */
  readonly signal: AbortSignal;
  /** Resolves when the turn is cancelled. */
  readonly cancelled: Promise<void>;
  /** The speed of the agent in this turn. `Infinity` means no pauses. */
  readonly speed: number;
  /** Starts a subagent: a separate session that belongs to this one. */
  subagent(title: string): Promise<Subagent>;
  /**
   * Sends any value in place of a JSON-RPC message. Over stdio, a text becomes a line unchanged,
   * which need not be JSON.
   */
  sendRaw(value: unknown): Promise<void>;
  /**
   * Ends the agent in the middle of the turn, and the script with it. A process prints the reason to
   * stderr and exits with code 1. In the process of the test, the stream fails with the reason.
   */
  crash(reason?: string): Promise<never>;
}

/** A session that another session has started. */
export interface Subagent extends ScriptSteps {
  /** Aborts when the client stops the subagent alone. Its steps reject then, and `end` reports that it was cancelled. */
  readonly signal: AbortSignal;
  /** Reports that the subagent has finished, or was cancelled. */
  end(): Promise<void>;
}

/** An edit that a script pretends to make. */
export interface ScriptedEdit {
  /** The absolute path of the file. */
  readonly path: string;
  /** The previous content. `null`, the default, means that the file is new. */
  readonly oldText?: string | null;
  /** The new content. */
  readonly newText: string;
  /** The title of the tool call. Default: `Edit` and the path. */
  readonly title?: string;
}

/** A command that a script pretends to run. */
export interface ScriptedCommand {
  /** The command line. */
  readonly command: string;
  /** The output that it prints. Default: nothing. */
  readonly output?: string;
  /** The exit code. Default: 0. */
  readonly exitCode?: number;
}
