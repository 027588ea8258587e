import type { PermissionContext, PermissionPolicy } from "../store/types.js";
import { createChoiceBook } from "./choiceBook.js";
import { alwaysOf, answerBy, isAbout, placeOf } from "./choiceFor.js";
import type { ChoiceScope, RememberedChoice } from "./choices.js";
import { type Question, questionOf } from "./question.js";
import type { ChoiceStorage } from "./storage.js";

/** What {@link rememberChoices} takes. */
export interface RememberChoicesOptions {
  readonly storage: ChoiceStorage;
  /** The storage's key. Default: `"acp-store:choices"`. */
  readonly key?: string;
  /** Where the choices hold that are made from now on. Default: `"session"`. */
  readonly scope?: ChoiceScope;
  /** How long they hold, in ms. Default: until they are revoked. */
  readonly expiresAfter?: number;
  /** The clock, in ms. Default: `Date.now`. */
  readonly now?: () => number;
}

/** The choices that the user has made, and the policy that goes by them. */
export interface RememberedChoices {
  /** Gives the answers that the user has given for good, and learns new ones. */
  readonly policy: PermissionPolicy;
  /** The choices that hold, the oldest first. Rejects if the storage cannot be read. */
  list(): Promise<readonly RememberedChoice[]>;
  /** Forgets a choice: the user is asked again. Rejects if the storage fails: then it still holds. */
  revoke(id: string): Promise<void>;
  /** Forgets all of them. */
  clear(): Promise<void>;
}

/**
 * Remembers when the user picks an option of kind `allow_always` or `reject_always`, and answers the
 * same question for them: each time with the option of kind `allow_once` or `reject_once`. Where that
 * is not offered, where more than one is, and where the storage cannot be read, the user is asked.
 * What the storage holds besides choices is ignored.
 *
 * The same question comes from the same agent, and the tool call has the same kind, name, title,
 * input (in any order of its fields), content and paths. Only for a command (the `command` in the
 * input of a call of kind `execute`, or the subject of a version 2 request) may the words that
 * describe it differ. Not remembered is what does not say what will be done (no input, no command, no
 * diff), and what needs more than 20,000 characters to say it.
 *
 * @example
 * ```ts
 * const choices = rememberChoices({ storage: localStorage, scope: "cwd", expiresAfter: 7 * 86_400_000 });
 * const store = createAcpStore({ permissionPolicy: choices.policy });
 * ```
 */
export function rememberChoices(options: RememberChoicesOptions): RememberedChoices {
  const { storage, key = "acp-store:choices", scope = "session", now = Date.now } = options;
  const book = createChoiceBook(storage, key, now);

  async function learn(question: Question, context: PermissionContext): Promise<void> {
    const answer = alwaysOf(await context.settled);
    const within = placeOf(scope, context);
    if (answer === undefined || (scope !== "all" && within === undefined)) return;
    const choice = newChoice(answer, question, within);
    await book.change((all) => [...all.filter((other) => !isSame(other, choice)), choice]);
  }

  function newChoice(
    answer: RememberedChoice["answer"],
    { text, ...shown }: Question,
    within: string | undefined,
  ): RememberedChoice {
    const rememberedAt = now();
    const { expiresAfter } = options;
    return {
      id: `${rememberedAt.toString(36)}-${Math.random().toString(36).slice(2)}`,
      answer,
      ...shown,
      scope,
      ...(within !== undefined && { within }),
      rememberedAt,
      ...(expiresAfter !== undefined && { expiresAt: rememberedAt + expiresAfter }),
      question: text,
    };
  }

  const policy: PermissionPolicy = async (_request, context) => {
    const question = questionOf(context);
    if (question === undefined) return "ask";
    // What cannot be kept is asked again, and nothing else is lost.
    learn(question, context).catch(() => {});
    const choices = await book.read();
    return answerBy(
      choices.filter((choice) => isAbout(choice, question, context)),
      context,
    );
  };

  return {
    policy,
    list: book.read,
    revoke: (id) => book.change((all) => all.filter((choice) => choice.id !== id)),
    clear: () => book.change(() => []),
  };
}

/** An answer takes the place of the one before. */
function isSame(one: RememberedChoice, other: RememberedChoice): boolean {
  return (
    one.question === other.question && one.scope === other.scope && one.within === other.within
  );
}
