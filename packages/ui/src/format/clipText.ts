/** Returns the start of a text, with an ellipsis if it is longer. A surrogate pair is not divided. */
export function clipText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(maxCharacters - 1))
    ? maxCharacters - 1
    : maxCharacters;
  return `${text.slice(0, end)}…`;
}

/** Clips a text that is shown in one line, such as the label of a control. */
export function clipLabel(text: string): string {
  return clipText(text, 300);
}

/** Clips the text of a tooltip. */
export function clipTooltip(text: string): string {
  return clipText(text, 1_000);
}
