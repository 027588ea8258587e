import type { ConfigOption, ConfigOptionValue } from "@acp-store/core";

/** One value that can be picked. */
export type Choice = ConfigOptionValue;

/** Values under a heading; the ones without have no name. */
export interface ChoiceGroup {
  readonly name?: string;
  readonly choices: readonly Choice[];
}

/** Returns the values of a `select`, in the agent's order. */
export function groupsOf(option: ConfigOption): readonly ChoiceGroup[] {
  if (option.type !== "select") return [];
  const groups: ChoiceGroup[] = [];
  const choices: Choice[] = [];
  for (const item of option.options) {
    if ("options" in item) groups.push({ name: item.name, choices: item.options });
    else choices.push(item);
  }
  return choices.length === 0 ? groups : [{ choices }, ...groups];
}

/** What the agent says about the value that is set, or about the option. */
export function descriptionOf(option: ConfigOption): string | undefined {
  const chosen = groupsOf(option)
    .flatMap(({ choices }) => choices)
    .find(({ value }) => value === option.currentValue);
  return chosen?.description || option.description || undefined;
}
