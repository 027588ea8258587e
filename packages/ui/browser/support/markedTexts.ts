import { englishTexts, type UiTextOverrides } from "../../src/index.js";

/** Replaces Latin letters by their full-width forms, which are in no text of the tests otherwise. */
function mark(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0),
  );
}

function markGroup(group: object): object {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]: [string, unknown]) => [name, markText(value)]),
  );
}

function markText(value: unknown): unknown {
  if (typeof value === "string") return mark(value);
  return typeof value === "function"
    ? (...args: unknown[]): string => mark(String(Reflect.apply(value, undefined, args)))
    : value;
}

/** All texts of the parts, without Latin letters. */
export const MARKED_TEXTS: UiTextOverrides = {
  locale: "el",
  ...Object.fromEntries(
    Object.entries(englishTexts).map(([group, texts]: [string, object]) => [
      group,
      markGroup(texts),
    ]),
  ),
};
