import type { ConfigOption } from "@acp-store/core";

/** One value that can be picked. */
export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly description?: string | null;
}

/** Values under a heading; the ones without have no name. */
export interface ChoiceGroup {
  readonly name?: string;
  readonly choices: readonly Choice[];
}

/** The values of a `select`, in the agent's order. What is no value is left out. */
export function groupsOf({ options }: ConfigOption): readonly ChoiceGroup[] {
  if (!Array.isArray(options)) return [];
  const groups = options.filter(isGroup).map(({ name, options: choices }) => ({
    name,
    choices: choices.filter(isChoice),
  }));
  const choices = options.filter(isChoice);
  return choices.length === 0 ? groups : [{ choices }, ...groups];
}

/** What the agent says about the value that is set, or about the option. */
export function descriptionOf(option: ConfigOption): string | undefined {
  const chosen = groupsOf(option)
    .flatMap(({ choices }) => choices)
    .find(({ value }) => value === option.currentValue);
  const own = option["description"];
  return chosen?.description || (typeof own === "string" && own) || undefined;
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
