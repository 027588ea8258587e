import type { Permission } from "../state/requests.js";
import type { PermissionContext, PermissionPolicy, PolicyAnswer } from "../store/requestTypes.js";
import { answerOnce } from "./answerOnce.js";
import {
  type ChoiceScope,
  type ChoiceStorage,
  createChoiceRepository,
  type RememberedChoice,
} from "./choiceStorage.js";
import { type PermissionQuestion, permissionQuestionOf } from "./permissionQuestion.js";

/** The options of {@link rememberChoices}. */
export interface RememberChoicesOptions {
  /**
   * The storage for the choices, such as `localStorage` or the result of `memoryChoiceStorage()`.
   */
  readonly storage: ChoiceStorage;
  /** The key in the storage. Default: `"acp-store:choices"`. */
  readonly key?: string;
  /** The scope of new choices. Default: `"session"`. */
  readonly scope?: ChoiceScope;
  /** The lifetime of new choices in milliseconds. Default: they last until they are revoked. */
  readonly expiresAfter?: number;
  /** The clock, in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/** The choices that the user has made, and the policy that applies them. */
export interface RememberedChoices {
  /** Answers with the user's earlier choices, and remembers new ones. */
  readonly policy: PermissionPolicy;
  /** Returns the current choices, oldest first. Rejects if the storage cannot be read. */
  list(): Promise<readonly RememberedChoice[]>;
  /**
   * Forgets a choice, so that the user is asked the next time. Rejects if the storage fails; the
   * choice then still applies.
   */
  revoke(id: string): Promise<void>;
  /** Forgets all choices. Rejects if the storage fails. */
  clear(): Promise<void>;
}

/**
 * Remembers when the user picks an `allow_always` or `reject_always` option, and answers the same
 * question with the `allow_once` or `reject_once` option from then on.
 *
 * The policy has no opinion (`undefined`) about a question without a remembered choice. If there is
 * a choice but no unique option for it, or if the storage cannot be read, the user is asked. Items
 * in the storage that are not choices are ignored.
 *
 * Two requests ask the same question if they come from the same agent and their tool calls have the
 * same kind, name, title, input (in any order of its fields), content and paths. For a command (the
 * `command` in the input of an `execute` call, or the subject of a version 2 request), the
 * description may differ. A request is not remembered if it has no input, no command and no diff, or
 * if the comparison would need more than 20,000 characters.
 *
 * @example
 * ```ts
 * const choices = rememberChoices({ storage: localStorage, scope: "cwd", expiresAfter: 7 * 86_400_000 });
 * const store = createAcpStore({ permissionPolicy: choices.policy });
 * ```
 */
export function rememberChoices(options: RememberChoicesOptions): RememberedChoices {
  const { storage, key = "acp-store:choices", scope = "session", now = Date.now } = options;
  const repository = createChoiceRepository(storage, key, now);

  async function rememberAnswer(
    question: PermissionQuestion,
    context: PermissionContext,
  ): Promise<void> {
    const answer = alwaysAnswerOf(await context.settled);
    const within = scopeValueOf(scope, context);
    if (answer === undefined || (scope !== "all" && within === undefined)) return;
    const choice = newChoice(answer, question, within);
    await repository.update((choices) => [
      ...choices.filter((other) => !isReplacedBy(choice, other)),
      choice,
    ]);
  }

  function newChoice(
    answer: RememberedChoice["answer"],
    { text, ...display }: PermissionQuestion,
    within: string | undefined,
  ): RememberedChoice {
    const rememberedAt = now();
    const { expiresAfter } = options;
    return {
      id: `${rememberedAt.toString(36)}-${Math.random().toString(36).slice(2)}`,
      answer,
      ...display,
      scope,
      ...(within !== undefined && { within }),
      rememberedAt,
      ...(expiresAfter !== undefined && { expiresAt: rememberedAt + expiresAfter }),
      question: text,
    };
  }

  const policy: PermissionPolicy = async (context) => {
    const question = permissionQuestionOf(context);
    if (question === undefined) return undefined;
    // A choice that cannot be stored is not remembered; the user's answer still counts.
    rememberAnswer(question, context).catch(() => {});
    const choices = await repository.list();
    return answerFrom(
      choices.filter((choice) => appliesTo(choice, question, context)),
      context.permission,
    );
  };

  return {
    policy,
    list: repository.list,
    revoke: (id) => repository.update((choices) => choices.filter((choice) => choice.id !== id)),
    clear: () => repository.update(() => []),
  };
}

/** Returns the "always" answer that the user gave. */
function alwaysAnswerOf(
  permission: Permission | undefined,
): RememberedChoice["answer"] | undefined {
  if (permission?.status !== "selected" || permission.reason !== "user") return undefined;
  const option = permission.options.find(({ optionId }) => optionId === permission.optionId);
  if (option?.kind === "allow_always") return "allow";
  return option?.kind === "reject_always" ? "reject" : undefined;
}

/**
 * Returns the session id or the working directory that a choice of this scope is limited to.
 * `undefined` for the scope `all`, and if the working directory is unknown.
 */
function scopeValueOf(
  scope: ChoiceScope,
  { permission, state }: PermissionContext,
): string | undefined {
  if (scope === "all") return undefined;
  if (scope === "session") return permission.sessionId;
  return state.sessions.get(permission.sessionId)?.cwd;
}

function appliesTo(
  choice: RememberedChoice,
  question: PermissionQuestion,
  context: PermissionContext,
): boolean {
  if (choice.question !== question.text) return false;
  if (choice.scope === "all") return true;
  return choice.within !== undefined && choice.within === scopeValueOf(choice.scope, context);
}

/** If choices disagree, one that rejects wins. */
function answerFrom(
  choices: readonly RememberedChoice[],
  permission: Permission,
): PolicyAnswer | undefined {
  const choice = choices.find(({ answer }) => answer === "reject") ?? choices.at(-1);
  if (choice === undefined) return undefined;
  const kind = choice.answer === "allow" ? "allow_once" : "reject_once";
  return answerOnce(permission, kind, `rememberChoices: ${choice.id}`);
}

/** Returns whether a new choice replaces another: same question, same scope. */
function isReplacedBy(choice: RememberedChoice, other: RememberedChoice): boolean {
  return (
    choice.question === other.question &&
    choice.scope === other.scope &&
    choice.within === other.within
  );
}
