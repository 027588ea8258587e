import type { ConfigOption, PickerChoice, SettingPicker } from "@acp-store/core";

/** A group of values. Ungrouped values are in a group without a name. */
export interface ChoiceGroup {
  readonly name?: string;
  readonly choices: readonly Pick<PickerChoice, "value" | "name">[];
}

/** Returns the choices of a model or mode. Consecutive choices of the same group form one group. */
export function groupPickerChoices({ choices }: SettingPicker): readonly ChoiceGroup[] {
  const groups: { name?: string; choices: PickerChoice[] }[] = [];
  for (const choice of choices) {
    const last = groups.at(-1);
    if (last !== undefined && last.name === choice.group) last.choices.push(choice);
    else
      groups.push({ ...(choice.group !== undefined && { name: choice.group }), choices: [choice] });
  }
  return groups;
}

/** Returns the choices of a config option with a list of values. */
export function getOptionGroups(option: ConfigOption): readonly ChoiceGroup[] {
  if (option.type !== "select") return [];
  const groups: ChoiceGroup[] = [];
  const choices: ChoiceGroup["choices"][number][] = [];
  for (const item of option.options) {
    if ("options" in item) groups.push({ name: item.name, choices: item.options });
    else choices.push(item);
  }
  return choices.length === 0 ? groups : [{ choices }, ...groups];
}

/** Returns the agent's description of the current value, or else of the config option. */
export function getOptionDescription(option: ConfigOption): string | undefined {
  const values =
    option.type === "select"
      ? option.options.flatMap((item) => ("options" in item ? item.options : item))
      : [];
  const current = values.find(({ value }) => value === option.currentValue);
  return current?.description || option.description || undefined;
}
