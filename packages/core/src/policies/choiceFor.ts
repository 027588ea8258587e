import type { Permission } from "../state/requests.js";
import type { PermissionContext, PolicyAnswer } from "../store/types.js";
import type { ChoiceScope, RememberedChoice } from "./choices.js";
import { onlyOption } from "./options.js";
import type { Question } from "./question.js";

/** What the user has said for good, if that is what they did. */
export function alwaysOf(
  permission: Permission | undefined,
): RememberedChoice["answer"] | undefined {
  if (permission?.status !== "selected" || permission.reason !== "user") return undefined;
  const [option, ...others] = permission.options.filter(
    ({ optionId }) => optionId === permission.optionId,
  );
  if (others.length > 0) return undefined;
  if (option?.kind === "allow_always") return "allow";
  return option?.kind === "reject_always" ? "reject" : undefined;
}

/** Where a choice of this scope would hold; `undefined` for `all`, and where that is not known. */
export function placeOf(
  scope: ChoiceScope,
  { permission, state }: PermissionContext,
): string | undefined {
  if (scope === "all") return undefined;
  if (scope === "session") return permission.sessionId;
  return state.sessions.get(permission.sessionId)?.cwd;
}

/** Whether the user has answered the same question with this choice, and for here. */
export function isAbout(
  choice: RememberedChoice,
  question: Question,
  context: PermissionContext,
): boolean {
  if (choice.question !== question.text) return false;
  const isHere = choice.within !== undefined && choice.within === placeOf(choice.scope, context);
  return choice.scope === "all" || isHere;
}

/** Where choices disagree, one that rejects counts. */
export function answerBy(
  choices: readonly RememberedChoice[],
  { permission }: PermissionContext,
): PolicyAnswer {
  const choice = choices.find(({ answer }) => answer === "reject") ?? choices.at(-1);
  if (choice === undefined) return "ask";
  const kind = choice.answer === "allow" ? "allow_once" : "reject_once";
  const optionId = onlyOption(permission, kind);
  return optionId === undefined ? "ask" : { optionId, rule: `rememberChoices: ${choice.id}` };
}
