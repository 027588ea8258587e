import type { Permission } from "../state/requests.js";

/**
 * The id of the one option of a kind. `undefined` where none is offered, where several are, or where
 * another option has the same id: then only the user can say which is meant.
 */
export function onlyOption(
  { options }: Permission,
  kind: "allow_once" | "reject_once",
): string | undefined {
  const [option, ...others] = options.filter((candidate) => candidate.kind === kind);
  if (option === undefined || others.length > 0) return undefined;
  const { optionId } = option;
  const isUnique = options.filter((other) => other.optionId === optionId).length === 1;
  return isUnique ? optionId : undefined;
}
