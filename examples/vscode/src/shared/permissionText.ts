import type { Permission } from "@acp-store/core";

/**
 * Returns the outcome of a permission request for a user whose answer came too late. `elsewhere`
 * names the place in which another answer of the user was given, such as "in the panel".
 */
export function describeOutcome(
  permission: Permission | undefined,
  settled: { readonly optionId?: string; readonly reason?: string } | undefined,
  elsewhere: string,
): string {
  const option = permission?.options.find(({ optionId }) => optionId === settled?.optionId);
  if (option === undefined) return "This request is no longer open.";
  const place = settled?.reason === "policy" ? "by a rule" : elsewhere;
  return `This request was already answered ${place}: ${option.name}`;
}
