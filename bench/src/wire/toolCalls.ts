import type { Random } from "./random.js";
import type { ContentItem, ToolCallUpdate, Version } from "./update.js";
import { createWords } from "./words.js";

/** The number of updates of a tool call in the workloads. */
export const UPDATES_PER_CALL = 8;

/** Returns a text item for the content of a tool call. */
export function createTextContent(text: string): ContentItem {
  return { type: "content", content: { type: "text", text } };
}

/** Returns the update that creates a tool call. Version 2 uses the same type for all updates. */
export function createToolCall(
  version: Version,
  toolCallId: string,
  random: Random,
): ToolCallUpdate {
  const kind = random.pick(["read", "edit", "execute", "search"]);
  return {
    sessionUpdate: version === 1 ? "tool_call" : "tool_call_update",
    toolCallId,
    title: `${kind} ${createWords(random, 2)}`,
    kind,
    status: "pending",
    rawInput: {},
    content: [],
  };
}

/**
 * Returns all updates of a tool call: created, described, running with more and more output,
 * completed.
 */
export function createToolCallUpdates(
  version: Version,
  toolCallId: string,
  random: Random,
): ToolCallUpdate[] {
  const update = (fields: object): ToolCallUpdate => ({
    sessionUpdate: "tool_call_update",
    toolCallId,
    ...fields,
  });
  const path = `/home/user/project/src/${random.id("file", 6)}.ts`;
  const output = Array.from({ length: 4 }, () => createWords(random, 12));
  const partialOutput = (count: number): ContentItem[] => [
    createTextContent(output.slice(0, count).join("")),
  ];
  return [
    createToolCall(version, toolCallId, random),
    update({
      title: `Read ${path}`,
      rawInput: { file_path: path, offset: random.below(500), limit: 200 },
      locations: [{ path, line: 1 + random.below(500) }],
    }),
    update({ status: "in_progress" }),
    update({ content: partialOutput(1) }),
    update({ content: partialOutput(2) }),
    update({ content: partialOutput(3), _meta: { tool: { name: "Read" } } }),
    update({ content: partialOutput(4) }),
    update({ status: "completed", rawOutput: { text: output[0], exitCode: 0 } }),
  ];
}
