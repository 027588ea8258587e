import type { ConfigOption, ConfigOptionValue } from "@acp-store/core";

/** One selectable value. */
export type Choice = ConfigOptionValue;

/** A group of values. Ungrouped values are in a group without a name. */
export interface ChoiceGroup {
  readonly name?: string;
  readonly choices: readonly Choice[];
}

/** Returns the values of a `select` setting, in the agent's order. */
export function getChoiceGroups(option: ConfigOption): readonly ChoiceGroup[] {
  if (option.type !== "select") return [];
  const groups: ChoiceGroup[] = [];
  const choices: Choice[] = [];
  for (const item of option.options) {
    if ("options" in item) groups.push({ name: item.name, choices: item.options });
    else choices.push(item);
  }
  return choices.length === 0 ? groups : [{ choices }, ...groups];
}

/** Returns the agent's description of the current value, or else of the setting. */
export function getOptionDescription(option: ConfigOption): string | undefined {
  const current = getChoiceGroups(option)
    .flatMap(({ choices }) => choices)
    .find(({ value }) => value === option.currentValue);
  return current?.description || option.description || undefined;
}
