import type { PromptBlock } from "./events.js";

/** Returns the text of a prompt. A resource link contributes its name. */
export function getPromptText(prompt: readonly PromptBlock[]): string {
  const texts = prompt.map((block) =>
    block.type === "resource_link" ? block["name"] : block["text"],
  );
  return texts
    .filter((text) => typeof text === "string")
    .join(" ")
    .trim();
}
