import type { PromptContent } from "@acp-store/core/actions";
import type { UiTexts } from "../texts/texts.js";

/** Longer text is attached, so that the prompt stays readable. */
const MAX_PASTED_CHARACTERS = 10_000;
const MAX_PASTED_LINES = 100;

/** Returns pasted text as content to attach. `undefined` if it is short enough for the text field. */
export function toPastedContent(
  text: string,
  texts: UiTexts["composer"],
): PromptContent | undefined {
  const lines = text.split("\n").length;
  if (text.length <= MAX_PASTED_CHARACTERS && lines <= MAX_PASTED_LINES) return undefined;
  return { name: texts.pastedText(lines), uri: "attachment:pasted-text", text };
}
