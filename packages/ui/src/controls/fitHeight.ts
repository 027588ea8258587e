/** Fits the height of a text field to its text, up to the limit in the style sheet. */
export function fitHeight(field: HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
