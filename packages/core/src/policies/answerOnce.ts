import type { Permission } from "../state/requests.js";
import type { PolicyAnswer } from "../store/requestTypes.js";

/**
 * Returns the answer that picks the only option of a kind. Returns `"ask"` if there is no such
 * option, or if there are several: then only the user can decide.
 */
export function answerOnce(
  { options }: Permission,
  kind: "allow_once" | "reject_once",
  rule: string,
): PolicyAnswer {
  const [option, ...others] = options.filter((candidate) => candidate.kind === kind);
  if (option === undefined || others.length > 0) return "ask";
  return { optionId: option.optionId, rule };
}
