import type {
  ContentBlock,
  ElicitationResponse,
  PromptDisplay,
  QueuePromptOptions,
} from "@acp-store/core";

/** The arguments of the actions that a mirror can ask its owner for, by name. */
export interface MirrorActionArgs {
  readonly respondToPermission: readonly [permissionId: string, optionId: string];
  readonly respondToElicitation: readonly [elicitationId: string, answer: ElicitationResponse];
  readonly prompt: readonly [
    sessionId: string,
    prompt: readonly ContentBlock[],
    options: PromptDisplay,
  ];
  readonly cancel: readonly [sessionId: string];
  readonly setMode: readonly [sessionId: string, modeId: string];
  readonly setConfigOption: readonly [sessionId: string, configId: string, value: string | boolean];
  readonly queuePrompt: readonly [
    sessionId: string,
    prompt: readonly ContentBlock[],
    options: QueuePromptOptions,
  ];
  readonly unqueuePrompt: readonly [sessionId: string, id: string];
  readonly editQueuedPrompt: readonly [
    sessionId: string,
    id: string,
    prompt: readonly ContentBlock[],
    options: PromptDisplay,
  ];
  readonly moveQueuedPrompt: readonly [sessionId: string, id: string, index: number];
  readonly holdQueuedPrompt: readonly [sessionId: string, id: string];
  readonly releaseQueuedPrompt: readonly [sessionId: string, id: string];
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
