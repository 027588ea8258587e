/**
 * Fits the height of a text field to its text, up to the limit in the style sheet. Only for browsers without
 * `field-sizing`: to measure the text, they compute the layout of the page twice for each key.
 */
export function fitHeight(field: HTMLTextAreaElement | null): void {
  if (field === null || hasFieldSizing()) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

function hasFieldSizing(): boolean {
  return typeof CSS !== "undefined" && CSS.supports("field-sizing", "content");
}
