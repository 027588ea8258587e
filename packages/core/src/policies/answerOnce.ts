import type { Permission } from "../state/requests.js";
import type { PolicyAnswer } from "../store/requestTypes.js";

/**
 * Returns the answer that picks the only option of a kind. Returns `"ask"` if there is no such
 * option, if there are several, or if another option has the same id: then only the user can decide.
 */
export function answerOnce(
  { options }: Permission,
  kind: "allow_once" | "reject_once",
  rule: string,
): PolicyAnswer {
  const [option, ...others] = options.filter((candidate) => candidate.kind === kind);
  if (option === undefined || others.length > 0) return "ask";
  const { optionId } = option;
  const isUnique = options.filter((other) => other.optionId === optionId).length === 1;
  return isUnique ? { optionId, rule } : "ask";
}
