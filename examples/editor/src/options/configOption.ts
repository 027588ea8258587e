import type { ConfigOption } from "@acp-store/core";

/** One selectable value. */
export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly description?: string | null;
}

/** A group of values. Ungrouped values are in a group without a name. */
export interface ChoiceGroup {
  readonly name?: string;
  readonly choices: readonly Choice[];
}

/** Returns the values of a `select` setting in the agent's order. Omits invalid entries. */
export function getChoiceGroups({ options }: ConfigOption): readonly ChoiceGroup[] {
  if (!Array.isArray(options)) return [];
  const groups = options.filter(isGroup).map(({ name, options: choices }) => ({
    name,
    choices: choices.filter(isChoice),
  }));
  const choices = options.filter(isChoice);
  return choices.length === 0 ? groups : [{ choices }, ...groups];
}

/** Returns the agent's description of the current value, or else of the setting. */
export function getOptionDescription(option: ConfigOption): string | undefined {
  const current = getChoiceGroups(option)
    .flatMap(({ choices }) => choices)
    .find(({ value }) => value === option.currentValue);
  const description = option["description"];
  return current?.description || (typeof description === "string" && description) || undefined;
}

function isGroup(item: unknown): item is { name: string; options: readonly unknown[] } {
  return isObject(item) && typeof item["name"] === "string" && Array.isArray(item["options"]);
}

function isChoice(item: unknown): item is Choice {
  return isObject(item) && typeof item["value"] === "string" && typeof item["name"] === "string";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
