/**
 * Replaces a part of the text of a field, as if the user had typed it: the caret is behind it, and Undo in the field takes it back.
 */
export function replaceText(
  field: HTMLTextAreaElement,
  start: number,
  end: number,
  text: string,
): void {
  field.focus();
  field.setSelectionRange(start, end);
  // The only way to change a field that its Undo knows. Not all environments have it.
  const isDone =
    typeof document.execCommand === "function" &&
    document.execCommand(text === "" ? "delete" : "insertText", false, text);
  if (isDone) return;
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
