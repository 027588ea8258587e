import type {
  ContentBlock,
  ElicitationResponse,
  PromptDisplay,
  QueuePromptOptions,
} from "@acp-store/core";

/** The arguments of the actions that a mirror can ask its owner for, by name. */
export interface MirrorActionArgs {
  /** Answers a permission request with one of its options. */
  readonly respondToPermission: readonly [permissionId: string, optionId: string];
  /** Answers a request for input, or declines it. */
  readonly respondToElicitation: readonly [elicitationId: string, answer: ElicitationResponse];
  /** Sends a prompt. The result arrives when its turn ends. */
  readonly prompt: readonly [
    sessionId: string,
    prompt: readonly ContentBlock[],
    options: PromptDisplay,
  ];
  /** Cancels the running turn of a session. */
  readonly cancel: readonly [sessionId: string];
  /** Sets the mode of a session. */
  readonly setMode: readonly [sessionId: string, modeId: string];
  /** Sets a config option of a session. */
  readonly setConfigOption: readonly [sessionId: string, configId: string, value: string | boolean];
  /** Queues a prompt behind the running turn. */
  readonly queuePrompt: readonly [
    sessionId: string,
    prompt: readonly ContentBlock[],
    options: QueuePromptOptions,
  ];
  /** Removes a prompt from the queue. */
  readonly unqueuePrompt: readonly [sessionId: string, id: string];
  /** Replaces the content of a queued prompt. */
  readonly editQueuedPrompt: readonly [
    sessionId: string,
    id: string,
    prompt: readonly ContentBlock[],
    options: PromptDisplay,
  ];
  /** Moves a queued prompt to another index of the queue. */
  readonly moveQueuedPrompt: readonly [sessionId: string, id: string, index: number];
  /** Holds a queued prompt and those behind it, for example while it is edited. */
  readonly holdQueuedPrompt: readonly [sessionId: string, id: string];
  /** Releases a held prompt. */
  readonly releaseQueuedPrompt: readonly [sessionId: string, id: string];
  /** Releases the queue after a stop, a failure or a lost connection. */
  readonly releaseQueue: readonly [sessionId: string];
}

/** The name of an action. */
export type MirrorActionName = keyof MirrorActionArgs;

/** An action that a mirror asks for. */
export type MirrorAction = {
  [Name in MirrorActionName]: {
    /** The name of the action, that of the method of `mirror.actions`. */
    readonly name: Name;
    /** The arguments, validated. */
    readonly args: MirrorActionArgs[Name];
    /** The session that the action is about. Absent for a request that belongs to no session. */
    readonly sessionId?: string;
  };
}[MirrorActionName];
